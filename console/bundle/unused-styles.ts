import { type Selector, transform } from 'lightningcss';
import type { Plugin } from 'vite';

/** The class names of Mantine's components. */
const CLASS_OF_COMPONENT = /\bm_[0-9a-f]+\b/g;

/**
 * Removes the styles of Mantine's components that no script names. Mantine's style sheet contains the styles of all components, and
 * the console does not use a third of them.
 */
export function unusedStyles(): Plugin {
  return {
    name: 'unused-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const used = new Set(
          files.flatMap((file) => (file.type === 'chunk' ? file.code.match(CLASS_OF_COMPONENT) : [])),
        );
        for (const file of files)
          if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = withoutUnused(file.source, used);
      },
    },
  };
}

/**
 * @param source a style sheet
 * @param used the classes of components that scripts name
 */
export function withoutUnused(source: string | Uint8Array, used: ReadonlySet<string | null>): Uint8Array {
  const isUnused = (selector: Selector): boolean =>
    selector.some(
      (part) => part.type === 'class' && part.name.match(CLASS_OF_COMPONENT) !== null && !used.has(part.name),
    );
  return transform({
    filename: 'style.css',
    code: Buffer.from(source),
    minify: true,
    visitor: {
      Rule: {
        style(rule) {
          return rule.value.selectors.every(isUnused) ? [] : undefined;
        },
      },
    },
  }).code;
}
