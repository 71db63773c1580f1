import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, html as names, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { findHrefs } from './find-hrefs.ts';

type Node = DefaultTreeAdapterTypes.Node;

/**
 * Returns the offsets of the href attributes of all `<a>` elements that parse5 finds. parse5 builds the whole
 * document like browsers do.
 */
function hrefsByParse5(html: string): { start: number; end: number }[] {
  const found = new Map<number, number>();
  const visit = (node: Node): void => {
    if ('tagName' in node && node.tagName === 'a') {
      const place = node.sourceCodeLocation?.attrs?.['href'];
      if (place !== undefined) found.set(place.startOffset, place.endOffset);
    }
    // The content of a template is not rendered and not among its child nodes.
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html, { sourceCodeLocationInfo: true }));
  return [...found].map(([start, end]) => ({ start, end })).sort((a, b) => a.start - b.start);
}

/**
 * Our offsets are those of values and parse5's those of whole attributes, so the value must end where the attribute
 * ends.
 */
async function expectAgreement(html: string): Promise<number> {
  const ours = await findHrefs(html);
  const theirs = hrefsByParse5(html);
  const seen = ours.map(({ start, end, quote }) => {
    const around = theirs.find((place) => place.start < start && end + quote.length === place.end);
    return around ?? html.slice(Math.max(0, start - 30), end + 5);
  });
  expect(seen).toEqual(theirs);
  return ours.length;
}

const valuesIn = async (html: string) => (await findHrefs(html)).map(({ start, end }) => html.slice(start, end));

describe('The href of a link is found', () => {
  it.each([
    ['in double quotes', '<a href="//x">', '//x'],
    ['in single quotes', "<a href='//x'>", '//x'],
    ['without quotes', '<a href=//x>', '//x'],
    ['without quotes, with a slash before the end', '<a href=//x/>', '//x/'],
    ['with white space around the sign', '<a href \n=\t "//x">', '//x'],
    ['in capitals', '<A HREF="//x">', '//x'],
    ['among attributes without spaces', '<a class="b"href="//x"id=c>', '//x'],
    ['behind an attribute with > in it', '<a title="a > b" href="//x">', '//x'],
    ['behind an attribute with a quote in its name', '<a b" href="//x">', '//x'],
    ['behind slashes', '<a / href="//x" / >', '//x'],
    ['behind a sign that is a name', '<a =href="//y" href="//x">', '//x'],
    ['over line ends', '<a\r\nhref="//x"\r\n>', '//x'],
    ['when the link is not closed', '<p><a href="//x">one<p>two', '//x'],
    ['with a line end inside', '<a href="//x\n/y">', '//x\n/y'],
    ['in SVG', '<svg><a href="//x"></a></svg>', '//x'],
    ['behind a template', '<template><a href="//y"></template><a href="//x">', '//x'],
    ['behind comments that are odd', '<!--><!---><!-- a --!><!-- <!-- --><a href="//x">', '//x'],
    ['behind an end tag without a name', '</ <a href="//y"></><a href="//x">', '//x'],
    ['behind a processing instruction', '<?php echo 1 ?><a href="//x">', '//x'],
    ['behind what looks like CDATA in HTML', '<![CDATA[ > <a href="//x"> ]]>', '//x'],
    ['behind CDATA in SVG', '<svg><![CDATA[ > <a href="//y"> ]]></svg><a href="//x">', '//x'],
    ['behind a script within a script', '<script><!--<script></script>--></script><a href="//x">', '//x'],
    ['behind a paragraph in SVG, which ends it', '<svg><g><p><style><a href="//y"></style><a href="//x">', '//x'],
    ['behind a font with a colour in SVG, likewise', '<svg><font color=red><style>//</style><a href="//x">', '//x'],
    [
      'behind SVG that is closed by what is around it',
      '<div><svg><g></div><style><a href="//y"></style><a href="//x">',
      '//x',
    ],
    [
      'behind a script in SVG, where an end tag of nothing stands',
      '<svg></t><script><a href="//x"></a></script></svg>',
      '//x',
    ],
    [
      'in a script in MathML, behind an end tag that closes an element which may contain HTML',
      '<math><svg><mi></svg><script><a href="//x"></a>',
      '//x',
    ],
    ['behind a style in SVG, likewise', '<div><svg><g></t></u2><style><a href="//x"></style></g></svg></div>', '//x'],
    [
      'behind an end tag of a paragraph in SVG, which ends it',
      '<svg></p><style><a href="//y"></style><a href="//x">',
      '//x',
    ],
    [
      'behind an end tag of what holds the SVG',
      '<span><svg><g></span><style><a href="//y"></style><a href="//x">',
      '//x',
    ],
    [
      'in SVG in HTML in SVG, where an end tag belongs to the outer one',
      '<svg><foreignObject><p><svg></foreignObject><style><a href="//x"></style>',
      '//x',
    ],
    ['behind an end tag of what was closed before', '<b></b><svg></b><style><a href="//x"></style>', '//x'],
    ['in an SVG title with markup', '<svg><title><a href="//x"></title></svg>', '//x'],
    ['behind a lone <', 'a < b, 5 <6 <<a href="//x">', '//x'],
    ['of a link within a link', '<a href="//x"><a name=b></a></a>', '//x'],
  ])('%s', async (_how, html, value) => {
    expect(await valuesIn(html)).toEqual([value]);
    await expectAgreement(html);
  });

  it('the first of several, though it is empty', async () => {
    expect(await valuesIn('<a href="//x" href="//y">')).toEqual(['//x']);
    expect(await valuesIn('<a href="" href="//y">')).toEqual(['']);
    expect(await valuesIn('<a href href="//y">')).toEqual(['']);
  });
});

describe('Skipped, because it cannot be clicked:', () => {
  it.each([
    ['a comment', '<!-- <a href="//x"> -->'],
    ['a comment that is not closed', '<!-- <a href="//x">'],
    ['a declaration', '<! <a href="//x">'],
    ['CDATA in SVG', '<svg><![CDATA[<a href="//x">]]></svg>'],
    ['a script', '<script>"<a href=\'//x\'>"</script>'],
    ['a script that is not closed', '<script><a href="//x">'],
    ['a style', '<style><a href="//x"></style>'],
    ['a text field', '<textarea></text><a href="//x"></textarea>'],
    ['a title', '<title><a href="//x"></title>'],
    ['noscript', '<noscript><a href="//x"></noscript>'],
    ['an iframe', '<iframe><a href="//x"></iframe>'],
    ['a template', '<template><p><a href="//x"></p></template>'],
    ['a template within a template', '<template><template></template><a href="//x"></template>'],
    ['plaintext', '<plaintext><a href="//x"></plaintext><a href="//x">'],
    ['an end tag', '</a href="//x">'],
    ['a tag that the text ends in', '<p><a href="//x" class="'],
    ['another attribute’s value', '<p title="<a href=\'//x\'>">'],
    ['an area', '<map><area href="//x"></map>'],
    ['a link element', '<link href="//x">'],
    ['an element whose name begins with a', '<abbr href="//x"><a-b href="//x">'],
    ['a document within an attribute', `<iframe srcdoc="<a href='//x'>x</a>"></iframe>`],
    ['a declarative shadow root', '<div><template shadowrootmode="open"><a href="//x"></a></template></div>'],
    ['where a form is sent', '<form action="//x"><button formaction="//x">Go</button></form>'],
    ['an attribute whose name ends in href', '<a data-href="//x" xlink:href="//x">'],
  ])('%s', async (_what, html) => {
    expect(await findHrefs(html)).toEqual([]);
    await expectAgreement(html);
  });
});

/** Fragments that, combined at random, break the markup in every way that a tokenizer distinguishes. */
const PIECES = [
  '<a href="//x">',
  "<a title='>' href='//x'>",
  '<A\r\nHREF =//x/>',
  '<a href>',
  '<a href="//x" href="//y">',
  '</a>',
  '<p>',
  '</p>',
  '<div class="',
  "<b title='",
  '">',
  "'>",
  '>',
  '<',
  '</',
  '<!',
  '<!--',
  '-->',
  '--!>',
  '->',
  '-',
  '<![CDATA[',
  ']]>',
  '<?',
  '<!DOCTYPE html>',
  '<script>',
  '</script>',
  '</SCRIPT >',
  '<style>',
  '</style>',
  '<textarea>',
  '</textarea/>',
  '<title>',
  '</title>',
  '<noscript>',
  '</noscript>',
  '&amp;',
  ' ',
  '\r\n',
  '=',
  '/',
  'x',
  'é😀',
];

describe('Compared with browsers', () => {
  it('finds the same links in any broken text', async () => {
    let links = 0;
    const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(pieces, async (parts) => {
        links += await expectAgreement(parts.join(''));
      }),
      { numRuns: 3000 },
    );
    expect(links).toBeGreaterThan(300);
  });

  it('also with properly closed SVG, MathML and templates', async () => {
    const { tree } = fc.letrec<{ tree: string; nodes: string }>((relationship) => ({
      nodes: fc.array(relationship('tree'), { maxLength: 4 }).map((parts) => parts.join('')),
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(
          '<a href="//x"></a>',
          'text',
          '<path d="1"></path>',
          '<![CDATA[ > <a href="//x"></a> ]]>',
          '<!-- > -->',
        ),
        fc
          .tuple(
            fc.constantFrom('svg', 'math', 'g', 'foreignObject', 'title', 'desc', 'mi', 'section', 'template'),
            relationship('nodes'),
          )
          .map(([name, inner]) => `<${name}>${inner}</${name}>`),
      ),
    }));
    let links = 0;
    await fc.assert(
      fc.asyncProperty(tree, async (html) => {
        links += await expectAgreement(`<body>${html}`);
      }),
      { numRuns: 2000 },
    );
    expect(links).toBeGreaterThan(300);
  });

  it('also with unmatched end tags in SVG and MathML', async () => {
    const piece = fc.constantFrom(
      '<svg>',
      '</svg>',
      '<math>',
      '</math>',
      '<g>',
      '</g>',
      '<mi>',
      '</mi>',
      '<foreignObject>',
      '</foreignObject>',
      '</t>',
      '</unknown>',
      '</g2>',
      '<script>',
      '</script>',
      '<style>',
      '</style>',
      '<a href="//x">x</a>',
      '<![CDATA[',
      ']]>',
    );
    let links = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 14 }), async (parts) => {
        links += await expectAgreement(`<body>${parts.join('')}`);
      }),
      { numRuns: 3000 },
    );
    expect(links).toBeGreaterThan(300);
  });

  it('terminates and returns valid positions for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
        for (const { start, end } of await findHrefs(`<a${text}`)) expect(start <= end).toBe(true);
      }),
    );
  });

  it('every element name that parse5 knows is handled in the same way', async () => {
    // In these elements, the document differs, or parse5 follows an older standard than current browsers.
    const others = new Set(['select', 'frameset', 'option', 'optgroup']);
    for (const name of Object.values(names.TAG_NAMES)) {
      if (!others.has(name)) await expectAgreement(`<p><${name}><a href="//x"></${name}><a href="//y">`);
    }
  });
});
