/**
 * The script of the API reference: search, the choice of the language, copying, and the reader's token in the examples. The pages work
 * without it. It sends nothing.
 */
export const SCRIPT = `'use strict';
const root = document.documentElement;
const kept = (key) => { try { return sessionStorage.getItem(key) ?? ''; } catch { return ''; } };
const keep = (key, value) => { try { sessionStorage.setItem(key, value); } catch { /* It lasts until the page is left. */ } };

const search = document.getElementById('search');
if (search !== null) {
  const found = document.getElementById('found');
  const sections = [...document.querySelectorAll('.listed')].map((section) => ({
    section,
    name: section.querySelector('h3').textContent.toLowerCase(),
    rows: [...section.querySelectorAll('li')].map((row) => ({
      row,
      // The URL contains the name of the operation.
      text: (row.textContent + row.querySelector('a').hash).toLowerCase(),
    })),
  }));
  const show = () => {
    const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    let count = 0;
    for (const { section, name, rows } of sections) {
      let some = false;
      for (const { row, text } of rows) {
        row.hidden = !words.every((word) => text.includes(word) || name.includes(word));
        if (!row.hidden) { some = true; count += 1; }
      }
      section.hidden = !some;
    }
    found.textContent = words.length === 0 ? '' : count === 1 ? '1 operation' : count + ' operations';
  };
  search.addEventListener('input', show);
  if (search.value !== '') show();
}

const controls = document.querySelector('.controls');
if (controls !== null) {
  controls.hidden = false;
  controls.addEventListener('submit', (event) => event.preventDefault());
  const choose = (language) => { root.dataset.shown = language; keep('tributary.reference-language', language); };
  const languages = [...controls.querySelectorAll('[name=language]')];
  const before = languages.find(({ value }) => value === kept('tributary.reference-language')) ?? languages[0];
  before.checked = true;
  choose(before.value);
  for (const radio of languages) radio.addEventListener('change', () => choose(radio.value));

  const token = document.getElementById('token');
  const places = [...document.querySelectorAll('[data-token]')].map((place) => ({ place, usual: place.textContent, language: place.dataset.token }));
  const write = () => {
    // Other characters could end the string around it.
    const value = /^[\\w.~+/=-]{1,4096}$/.test(token.value) ? token.value : '';
    for (const { place, usual, language } of places)
      place.textContent = value === '' ? usual : language === 'curl' ? value : JSON.stringify(value);
    keep('tributary.sandbox-token', value.startsWith('trb_test_') ? value : '');
  };
  token.value = kept('tributary.sandbox-token');
  if (token.value !== '') write();
  token.addEventListener('input', write);
}

for (const button of document.querySelectorAll('.copy')) {
  if (navigator.clipboard === undefined) break;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.closest('.snippet').querySelector('pre').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}
`;
