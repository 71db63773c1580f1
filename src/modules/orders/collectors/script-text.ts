/** The facts that a store's script contains. */
export interface ScriptFacts {
  /** The tracking key. The names of cookies and storage contain it, so that stores on one domain are separate. */
  key: string;
  /** The address for reports, absolute or relative to the script's own. */
  pixel: string;
  /** The store's attribution window in milliseconds. */
  window: number;
}

/**
 * The script for a store's pages, in ES2015 and without dependencies. It works without anything that a browser may refuse
 * (cookies, storage, fetch). A click's id (UUIDv7) begins with its time in milliseconds, so the greater one is the later click. An id from the future
 * is forged, and any other replaces it. Keys in storage: `c` the click's id, `w` queued orders, `s` the numbers of accepted orders.
 * An event (`tributary('event', { kind, event_id, value })`) is reported as an order of a kind.
 *
 * `level` is the consent: 0 denied or pending, 1 session, 2 granted. An unknown word denies. A consent that is withdrawn erases what it allowed to store.
 * `pending` stores and sends nothing, but erases nothing either: a page whose shopper has agreed before often learns it later than it loads the script.
 *
 * Instead of a word, the page may name a source that knows the consent, which is pending until the source states it. `tcf`: the consent platform of the page,
 * by the CMP API of the IAB (Transparency and Consent Framework 2). Tributary is no registered vendor, so the purposes decide: 1 (store on a device) needs
 * consent, 7 (measure advertising) consent or legitimate interest. `consent-mode`: the commands of Google's consent mode in the page's data layer. A default
 * does not deny, because the choice of an earlier visit follows it as an update, and that of a region may concern others, so that it cannot grant.
 */
const TEMPLATE = `(function (w, d, f) {
  const NAME = 'tributary_' + f.key, DAY = 864e5, FIELDS = 'order_id order_value currency voucher_code voucher_codes tclid signature kind'.split(' ');
  const LEVELS = ['denied', 'session', 'granted'];
  let memory = {}, landed = [], held = [], level = 0;

  const safe = (act) => { try { return act(); } catch (e) {} };
  const warn = (text) => safe(() => w.console.warn('Tributary: ' + text));

  const find = (which) => d.querySelector('script' + which + '[src*="' + f.key + '"]');
  const tag = safe(() => d.currentScript || find('[data-order-id]') || find('')) || {};
  const pixel = safe(() => new URL(f.pixel, tag.src).href) || f.pixel;
  const isLimited = safe(() => w.navigator.globalPrivacyControl);

  const storage = () => w[level > 1 ? 'localStorage' : 'sessionStorage'];
  const read = () => {
    const kept = level && safe(() => JSON.parse(storage().getItem(NAME))) || memory;
    return { c: kept.c, w: [].concat(kept.w || []), s: [].concat(kept.s || []) };
  };
  const write = (kept) => {
    memory = kept;
    if (level) safe(() => storage().setItem(NAME, JSON.stringify(kept)));
  };

  const at = (id) => parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  const holds = (id) => /^[0-9a-f-]{36}$/.test(id) && at(id) + f.window > Date.now();
  const cookies = () => safe(() => d.cookie.match(RegExp(NAME + '=[^;]*', 'g')).map((one) => one.slice(-36))) || [];
  const rank = (id) => (at(id) < Date.now() + DAY ? 1 : 0) + id;
  const click = () => cookies().concat(read().c, landed).filter(holds).sort((a, b) => rank(a) < rank(b) ? -1 : 1).pop() || '';
  const clickIn = (url) => (url.split('#')[0].match(/[?&]tclid=[^&]*/g) || ['']).pop().slice(7);
  const setCookie = (id, left, isDone) => {
    const cookie = NAME + '=' + id + ';path=/;samesite=lax;max-age=' + left + (/^https/.test(location) ? ';secure' : '');
    const labels = location.hostname.split('.');
    // The widest domain that the browser accepts. An IP address has none.
    for (let n = 1; n <= labels.length && !isDone(); n++) d.cookie = cookie + ';domain=' + labels.slice(-n).join('.');
    if (!isDone()) d.cookie = cookie;
  };
  const keepClick = (id) => {
    const left = (Math.min(at(id) - Date.now(), 0) + f.window) / 1000 | 0;
    setCookie(id, left, () => cookies().indexOf(id) >= 0);
  };

  const dequeue = (order, taken) => {
    const kept = read();
    kept.w = kept.w.filter((one) => one.i !== order.i);
    kept.s = kept.s.concat(taken).slice(-50);
    write(kept);
  };
  const send = (order, tries) => {
    if (!level) return;
    // The age is that at each attempt: a computer may sleep between the two.
    const url = () => pixel + '?' + order.q + '&order_age=' + Math.max(0, Math.round((Date.now() - order.t) / 1000));
    const taken = () => dequeue(order, order.i);
    const later = () => { if (tries < 4) setTimeout(() => send(order, tries + 1), 2000 * Math.pow(4, tries)); };
    // An image works even if the page's content security policy permits only images.
    const asImage = () => Object.assign(new Image(), { onload: taken, onerror: later, src: url() });
    const answered = (reply) => {
      if (reply.ok) taken();
      else if (reply.status >= 500 || reply.status === 429) later();
      else {
        dequeue(order, []);
        reply.text().catch(() => reply.status).then((text) => warn(order.i + ' was refused: ' + text));
      }
    };
    if (!safe(() => w.fetch(url(), { credentials: 'omit', keepalive: true }).then(answered, asImage))) asImage();
  };
  const report = (given) => {
    if (!level) return held.push(given);
    const value = (name) => [given[name]].join('').trim() || (name === 'tclid' ? click() : '');
    const kind = value('kind'), id = (kind && kind + ' ') + value('order_id'), kept = read();
    if (!value('order_id') || !value('order_value')) return warn('order_id and order_value are needed');
    if (kept.s.indexOf(id) >= 0 || kept.w.some((one) => one.i === id)) return;
    const query = FIELDS.map((name) => name + '=' + encodeURIComponent(value(name)));
    const order = { i: id, q: query.join('&'), t: Date.now() };
    kept.w = kept.w.concat(order).slice(-20);
    write(kept);
    send(order, 0);
  };
  const SOURCES = {
    tcf: (say, tries) => {
      if (w.__tcfapi) w.__tcfapi('addEventListener', 2, (tc, isRead) => {
        const { consents = {}, legitimateInterests = {} } = isRead && tc.purpose || {};
        // While the dialog is open, nothing has been chosen.
        if (isRead && tc.eventStatus !== 'cmpuishown') say(tc.gdprApplies === false || consents[1] && (consents[7] || legitimateInterests[7]));
      });
      else if (tries) setTimeout(() => SOURCES.tcf(say, tries - 1), 500);
      else warn('there is no __tcfapi');
    },
    'consent-mode': (say) => {
      const layer = w.dataLayer = w.dataLayer || [], push = layer.push;
      let initial = [], chosen;
      const look = (commands) => {
        const before = chosen;
        commands.forEach((one) => safe(() => {
          const state = one[0] === 'consent' && one[2].ad_storage;
          if (state && one[1] === 'update') chosen = state;
          else if (state) initial.push(one[2].region ? 'denied' : state);
        }));
        if (!chosen && initial.length && initial.every((one) => one === 'granted')) chosen = 'granted';
        if (chosen !== before) say(chosen === 'granted');
      };
      layer.push = (...given) => {
        look(given);
        return push.apply(layer, given);
      };
      look(layer.slice());
    },
  };
  const consent = (word) => {
    w.tributary.consent = word;
    const source = SOURCES.hasOwnProperty(word) && SOURCES[word];
    if (source || word === 'pending') {
      level = 0;
      return source && source((isGranted) => consent(isGranted ? 'granted' : 'denied'), 20);
    }
    const next = Math.min(LEVELS.indexOf(word), isLimited ? 1 : 2);
    if (next < 0) warn('unknown consent ' + word);
    if (next > 0 && next === level) return;
    level = Math.max(next, 0);
    if (level < 2) {
      safe(() => w.localStorage.removeItem(NAME));
      safe(() => setCookie('', 0, () => !cookies().length));
    }
    if (!level) {
      memory = {};
      return safe(() => w.sessionStorage.removeItem(NAME));
    }
    const kept = read(), id = kept.c = click();
    kept.w = kept.w.filter((one) => one && Date.now() - one.t < 7 * DAY);
    write(kept);
    if (id && level > 1) safe(() => keepClick(id));
    kept.w.forEach((order) => send(order, 0));
    held.splice(0).forEach(report);
  };
  const obey = (said) => {
    try {
      if (said[0] === 'order') report(said[1]);
      else if (said[0] === 'event') report(Object.assign({ order_id: said[1].event_id, order_value: said[1].value || 0 }, said[1]));
      else if (said[0] === 'consent') consent('' + said[1]);
      else warn('there is no ' + said[0]);
    } catch (e) { warn(e); }
  };

  safe(() => {
    // A single-page application may have changed the address before this script was loaded.
    landed = [location.href, safe(() => performance.getEntriesByType('navigation')[0].name) || ''].map(clickIn);
  });
  safe(() => {
    const old = w.tributary || {}, before = [].slice.call(old.q || []);
    const isConsent = (said) => said[0] === 'consent';
    const data = (name) => safe(() => tag.getAttribute('data-' + name.replace('_', '-')));
    w.tributary = (...said) => obey(said);
    // The last word of the page counts, and nothing is stored before it is known.
    const words = before.filter(isConsent).map((said) => '' + said[1]).reverse().concat(data('consent'), old.consent);
    obey(['consent', words.concat('granted').find((word) => word != null)]);
    const order = {};
    FIELDS.forEach((name) => { order[name] = data(name); });
    if (order.order_id) obey(['order', order]);
    before.filter((said) => !isConsent(said)).forEach(obey);
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
