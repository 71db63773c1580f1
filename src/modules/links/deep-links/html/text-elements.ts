/** Elements whose content is text up to their end tag, in browsers that run scripts. `<script>` has its own rules. */
const TEXT_ELEMENTS = ['title', 'textarea', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'];
const END_TAGS = new Map(TEXT_ELEMENTS.map((name) => [name, new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi')]));

/** Everything after this tag is text. */
const LAST = 'plaintext';

/** Whether the element contains text instead of markup. */
export function isText(name: string): boolean {
  return END_TAGS.has(name) || name === LAST;
}

/** Returns the offset of a text element's end tag, else the end of the text. */
export function endOfText(html: string, from: number, name: string): number {
  const endTag = END_TAGS.get(name);
  if (endTag === undefined) return html.length;
  endTag.lastIndex = from;
  return endTag.exec(html)?.index ?? html.length;
}

const SCRIPT_MARKS = /<!--|-->|<(\/?)script(?=[\t\n\f\r />])/gi;

/**
 * Returns the offset of a script's end tag, else the end of the text. After `<!--`, a script may contain a nested
 * `<script>`, whose end tag does not end the outer one (HTML standard, 13.2.5.15 to 31).
 */
export function endOfScript(html: string, from: number): number {
  let state: 'plain' | 'escaped' | 'doubly escaped' = 'plain';
  SCRIPT_MARKS.lastIndex = from;
  for (let mark = SCRIPT_MARKS.exec(html); mark !== null; mark = SCRIPT_MARKS.exec(html)) {
    const [text, slash] = mark;
    if (text === '<!--') {
      if (state === 'plain') state = 'escaped';
      // Its hyphens may also be part of `-->`.
      SCRIPT_MARKS.lastIndex -= '--'.length;
    } else if (text === '-->') state = 'plain';
    else if (slash === '') state = state === 'escaped' ? 'doubly escaped' : state;
    else if (state === 'doubly escaped') state = 'escaped';
    else return mark.index;
  }
  return html.length;
}
