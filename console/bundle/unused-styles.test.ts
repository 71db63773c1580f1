import { describe, expect, it } from 'vitest';
import { withoutUnused } from './unused-styles.ts';

const prune = (css: string) => withoutUnused(css, new Set(['m_1a'])).toString();

describe('Unused styles', () => {
  it('are those of components that no script names, also in media queries', () => {
    expect(prune('.m_1a{color:red}.m_2b{color:red}')).toBe('.m_1a{color:red}');
    expect(prune('@media (width>=1px){.m_2b{color:red}.m_1a:hover .x{color:red}}')).toBe(
      '@media (width>=1px){.m_1a:hover .x{color:red}}',
    );
    expect(prune('.m_1a .m_2b{color:red}')).toBe('');
  });

  it('do not include rules with another selector that is used, and rules without a class of a component', () => {
    expect(prune('.m_1a,.m_2b{color:red}')).toContain('.m_1a');
    expect(prune('body,.own{color:red}@keyframes m_2b{to{color:red}}')).toContain('.own');
  });
});
