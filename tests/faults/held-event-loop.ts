/** A planted fault: the event loop is blocked for half of the time. Loaded into a server to show that the measurement finds it. */
setInterval(() => {
  const until = performance.now() + 50;
  while (performance.now() < until);
}, 100).unref();
