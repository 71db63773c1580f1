/** The facts that a store's script contains. */
export interface ScriptFacts {
  /** The tracking key. The names of cookies and storage contain it, so that stores on one domain are separate. */
  key: string;
  /** The address for reports. */
  pixel: string;
  /** The store's attribution window in milliseconds. */
  window: number;
}

/**
 * The script for a store's pages, in ES2015 and without dependencies. It works without anything that a browser may refuse
 * (cookies, storage, fetch). A click's id (UUIDv7) begins with its time in milliseconds, so the greater one is the later click. An id from the future
 * is forged, and any other replaces it. Keys in local storage: `c` the click's id, `w` queued orders, `s` the numbers of accepted orders.
 */
const TEMPLATE = `(function (w, d, f) {
  const NAME = 'tributary_' + f.key, DAY = 864e5, FIELDS = 'order_id order_value currency voucher_code tclid signature'.split(' ');
  let memory = {}, landed = [];

  const safe = (act) => { try { return act(); } catch (e) {} };
  const warn = (text) => safe(() => w.console.warn('Tributary: ' + text));

  const read = () => {
    const kept = safe(() => JSON.parse(w.localStorage.getItem(NAME))) || memory;
    return { c: kept.c, w: [].concat(kept.w || []), s: [].concat(kept.s || []) };
  };
  const write = (kept) => {
    memory = kept;
    safe(() => w.localStorage.setItem(NAME, JSON.stringify(kept)));
  };

  const at = (id) => parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  const holds = (id) => /^[0-9a-f-]{36}$/.test(id) && at(id) + f.window > Date.now();
  const cookies = () => safe(() => d.cookie.match(RegExp(NAME + '=[^;]*', 'g')).map((one) => one.slice(-36))) || [];
  const rank = (id) => (at(id) < Date.now() + DAY ? 1 : 0) + id;
  const click = () => cookies().concat(read().c, landed).filter(holds).sort((a, b) => rank(a) < rank(b) ? -1 : 1).pop() || '';
  const clickIn = (url) => (url.split('#')[0].match(/[?&]tclid=[^&]*/g) || ['']).pop().slice(7);
  const setCookie = (id) => {
    const left = (Math.min(at(id) - Date.now(), 0) + f.window) / 1000 | 0;
    const cookie = NAME + '=' + id + ';path=/;samesite=lax;max-age=' + left + (/^https/.test(location) ? ';secure' : '');
    const labels = location.hostname.split('.');
    const isThere = () => cookies().indexOf(id) >= 0;
    // The widest domain that the browser accepts. An IP address has none.
    for (let n = 1; n <= labels.length && !isThere(); n++) d.cookie = cookie + ';domain=' + labels.slice(-n).join('.');
    if (!isThere()) d.cookie = cookie;
  };

  const forget = (order, taken) => {
    const kept = read();
    kept.w = kept.w.filter((one) => one.i !== order.i);
    kept.s = kept.s.concat(taken).slice(-50);
    write(kept);
  };
  const send = (order, tries) => {
    const url = f.pixel + '?' + order.q + '&order_age=' + Math.max(0, Math.round((Date.now() - order.t) / 1000));
    const taken = () => forget(order, order.i);
    const later = () => { if (tries < 4) setTimeout(() => send(order, tries + 1), 2000 * Math.pow(4, tries)); };
    // An image works even if the page's content security policy permits only images.
    const asImage = () => Object.assign(new Image(), { onload: taken, onerror: later, src: url });
    const answered = (reply) => {
      if (reply.ok) taken();
      else if (reply.status >= 500 || reply.status === 429) later();
      else {
        forget(order, []);
        reply.text().catch(() => reply.status).then((text) => warn(order.i + ' was refused: ' + text));
      }
    };
    if (!safe(() => w.fetch(url, { credentials: 'omit', keepalive: true }).then(answered, asImage))) asImage();
  };
  const report = (given) => {
    const value = (name) => [given[name]].join('').trim() || (name === 'tclid' ? click() : '');
    const id = value('order_id'), kept = read();
    if (!id || !value('order_value')) return warn('order_id and order_value are needed');
    if (kept.s.indexOf(id) >= 0 || kept.w.some((one) => one.i === id)) return;
    const query = FIELDS.map((name) => name + '=' + encodeURIComponent(value(name)));
    const order = { i: id, q: query.join('&'), t: Date.now() };
    kept.w = kept.w.concat(order).slice(-20);
    write(kept);
    send(order, 0);
  };
  const obey = (said) => {
    try {
      if (said[0] === 'order') report(said[1]);
      else warn('there is no ' + said[0]);
    } catch (e) { warn(e); }
  };

  safe(() => {
    // A single-page application may have changed the address before this script was loaded.
    landed = [location.href, safe(() => performance.getEntriesByType('navigation')[0].name) || ''].map(clickIn);
    const kept = read(), id = kept.c = click();
    kept.w = kept.w.filter((one) => one && Date.now() - one.t < 7 * DAY);
    write(kept);
    if (id) safe(() => setCookie(id));
    kept.w.forEach((order) => send(order, 0));
  });
  safe(() => {
    const before = (w.tributary || {}).q || [];
    w.tributary = (...said) => obey(said);
    const tag = d.currentScript || d.querySelector('script[data-order-id][src*="' + f.key + '"]');
    const order = {};
    if (tag) FIELDS.forEach((name) => { order[name] = tag.getAttribute('data-' + name.replace('_', '-')); });
    if (order.order_id) obey(['order', order]);
    before.forEach(obey);
  });
})(window, document, FACTS);
`;

/** Removes the indentation and comments of the template. */
const TEXT = TEMPLATE.replace(/^ +(?:\/\/.*\n)?/gm, '').replace(/\n{2,}/g, '\n');

/** Builds a store's script. The facts are escaped so that they are only data in any context. */
export function scriptText(facts: ScriptFacts): string {
  const data = JSON.stringify(facts).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return TEXT.replace('FACTS', () => data);
}
