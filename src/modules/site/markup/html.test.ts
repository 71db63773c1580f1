import { expect, it } from 'vitest';
import { html } from './html.ts';

it('escapes texts in content and in attributes', () => {
  const name = `"><script>alert('1 & 2')</script>`;
  expect(html`<a title="${name}">${name}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(&#39;1 &amp; 2&#39;)&lt;/script&gt;">' +
      '&quot;&gt;&lt;script&gt;alert(&#39;1 &amp; 2&#39;)&lt;/script&gt;</a>',
  );
});

it('accepts markup unchanged, joins lists, and omits null and false', () => {
  const items = ['a', 'b & c'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}${null}${false}${0}</ul>`.text).toBe('<ul><li>a</li><li>b &amp; c</li>0</ul>');
});
