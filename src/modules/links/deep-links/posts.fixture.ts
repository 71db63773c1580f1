/** The store whose pages earn in these posts. */
export const SHOP = 'fixture-shop.example';

interface Draft {
  post: string;
  /** Each paid page as it is written in the post, and its URL, in the order of appearance. */
  earns: { raw: string; url: string }[];
}

/** Posts as common editors produce them. */
export const DRAFTS: Record<string, Draft> = {
  'from a block editor': {
    post: [
      '<!-- wp:paragraph {"link":"https://fixture-shop.example/in-a-comment"} -->',
      '<p class="has-text-align-left">Jag har äntligen hittat <a href="https://fixture-shop.example/skor/rod?storlek=42&amp;utm_source=blogg" target="_blank" rel="noreferrer noopener">skorna</a>&nbsp;som håller.</p>',
      '<!-- /wp:paragraph -->',
      '',
      '<!-- wp:image {"id":17,"sizeSlug":"large","linkDestination":"custom"} -->',
      '<figure class="wp-block-image size-large"><a href="https://www.fixture-shop.example/skor/bl%C3%A5"><img src="https://blog.example/wp-content/uploads/2030/01/blue.jpg?w=1024" alt="Blå skor > röda" class="wp-image-17"/></a><figcaption>Foto: <a href="https://photographer.example">A. B.</a></figcaption></figure>',
      '<!-- /wp:image -->',
    ].join('\n'),
    earns: [
      {
        raw: 'https://fixture-shop.example/skor/rod?storlek=42&amp;utm_source=blogg',
        url: 'https://fixture-shop.example/skor/rod?storlek=42&utm_source=blogg',
      },
      { raw: 'https://www.fixture-shop.example/skor/bl%C3%A5', url: 'https://www.fixture-shop.example/skor/bl%C3%A5' },
    ],
  },
  'pasted from an office program': {
    post: [
      '<!--[if gte mso 9]><xml><w:WordDocument><a href="https://fixture-shop.example/in-office-xml"></a></w:WordDocument></xml><![endif]-->',
      "<p class=MsoNormal style='margin-bottom:0cm;line-height:normal'><span lang=SV style='font-size:12.0pt;",
      'font-family:"Times New Roman",serif\'><a',
      'href="https://fixture-shop.example/kappa%20gr%C3%A5?a=1&amp;',
      "b=2\"><span style='color:blue'>Kappan</span></a> kostar 1 299&nbsp;kr<o:p></o:p></span></p>",
      '<![if !supportLists]><b>·</b><![endif]>',
    ].join('\r\n'),
    earns: [
      {
        raw: 'https://fixture-shop.example/kappa%20gr%C3%A5?a=1&amp;\r\nb=2',
        url: 'https://fixture-shop.example/kappa%20gr%C3%A5?a=1&b=2',
      },
    ],
  },
  'written by hand, long ago': {
    post: [
      '<HTML><HEAD><TITLE>My <a href="https://fixture-shop.example/in-the-title"> links</TITLE>',
      '<STYLE><!-- A:hover{color:red} --></STYLE></HEAD><BODY BGCOLOR=#FFFFFF>',
      '<CENTER><FONT FACE="Comic Sans MS" COLOR=red>Welcome!<BR>',
      '<UL><LI><A HREF=http://fixture-shop.example/a.php?id=1&cat=2>first<LI><A HREF=http://fixture-shop.example/b/>second</UL>',
      "<A HREF='//fixture-shop.example/c' ONCLICK=\"alert('x > y')\">third</A",
      '><TABLE><A HREF="http://nobody.example"><TR><TD>5 < 6</TABLE>',
    ].join('\r'),
    earns: [
      { raw: 'http://fixture-shop.example/a.php?id=1&cat=2', url: 'http://fixture-shop.example/a.php?id=1&cat=2' },
      { raw: 'http://fixture-shop.example/b/', url: 'http://fixture-shop.example/b/' },
      { raw: '//fixture-shop.example/c', url: 'https://fixture-shop.example/c' },
    ],
  },
  'with scripts, embeds and drawings': {
    post: [
      '<blockquote class="instagram-media" data-instgrm-permalink="https://fixture-shop.example/in-data"></blockquote>',
      '<script async src="//embed.example/e.js"></script>',
      '<script type="application/ld+json">{"url": "<a href=\\"https://fixture-shop.example/in-json\\">"}</script>',
      '<iframe srcdoc="<a href=\'https://fixture-shop.example/in-srcdoc\'>x</a>"><a href="https://fixture-shop.example/in-iframe">x</a></iframe>',
      '<noscript><a href="https://fixture-shop.example/in-noscript">x</a></noscript>',
      '<svg viewBox="0 0 10 10"><title>Shop</title><style><![CDATA[ a > b { fill: red } ]]></style><path d="M0 0"/><a href="https://fixture-shop.example/in-svg"><text>😀</text></a></svg>',
      '<map name=m><area shape=rect coords="0,0,1,1" href="https://fixture-shop.example/in-area"></map>',
      '<template id=card><a href="https://fixture-shop.example/in-template">x</a></template>',
      '<textarea><a href="https://fixture-shop.example/in-textarea">x</a></textarea>',
      '<button onclick="location=\'https://fixture-shop.example/in-onclick\'">Buy</button>',
      '<a data-href="https://fixture-shop.example/in-data-href" href="https://fixture-shop.example/last" href="https://fixture-shop.example/second-href">x</a>',
    ].join('\n'),
    earns: [
      { raw: 'https://fixture-shop.example/in-svg', url: 'https://fixture-shop.example/in-svg' },
      { raw: 'https://fixture-shop.example/last', url: 'https://fixture-shop.example/last' },
    ],
  },
  'cut off in the middle of a tag': {
    post: '<p>👟👟 <a href="https://fixture-shop.example/whole">x</a> <a href="https://fixture-shop.example/cut-off',
    earns: [{ raw: 'https://fixture-shop.example/whole', url: 'https://fixture-shop.example/whole' }],
  },
  'that is no HTML at all': {
    post: 'Just text, https://fixture-shop.example/in-text, 1 < 2 & "quotes"\n\n[md](https://fixture-shop.example/in-markdown)\t\v\f',
    earns: [],
  },
};
