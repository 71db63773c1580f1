import { createHash } from 'node:crypto';
import { readableAccent, SURFACES } from '../markup/colours.ts';

/** The stylesheet of all public pages, in the colours of the marketplace. */
export function stylesheet(accent: string): string {
  const { onLight, onDark, fill, textOnFill, deep } = readableAccent(accent);
  return `:root{color-scheme:light dark;--page:${SURFACES.light};--soft:#f3f6f7;--line:#d5dde2;--text:#15202a;--quiet:#4a5a66;
--accent:${onLight};--fill:${fill};--on-fill:${textOnFill};--deep:${deep}}
@media (prefers-color-scheme:dark){:root{--page:${SURFACES.dark};--soft:#1e2b35;--line:#33444f;--text:#eef3f5;--quiet:#b5c3cc;--accent:${onDark}}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
.wide{max-width:68rem;margin:0 auto;padding:0 1rem}
.skip{position:absolute;left:-100vw}
.skip:focus{left:.5rem;top:.5rem;background:var(--page);padding:.5rem 1rem;z-index:1}
header{border-bottom:1px solid var(--line)}
header .wide,footer .wide{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;padding-top:.75rem;padding-bottom:.75rem}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center}
header nav{margin-left:auto}
.brand{display:flex;gap:.6rem;align-items:center;font-weight:700;font-size:1.125rem;color:var(--text);text-decoration:none}
.brand img,.brand svg{height:2rem;max-width:8rem;object-fit:contain}
a{color:var(--accent)}
nav a,footer a{display:inline-block;padding:.25rem 0}
a[aria-current]{color:var(--text);font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.button{display:inline-block;background:var(--fill);color:var(--on-fill);border:1px solid var(--line);border-radius:.5rem;padding:.6rem 1.25rem;font-weight:600;text-decoration:none}
.button.plain{background:transparent;color:var(--accent)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0}
main{padding:1.5rem 0 3rem}
h1{font-size:clamp(1.75rem,5vw,2.75rem);line-height:1.15;margin:1rem 0}
h2{font-size:1.375rem;margin:2.5rem 0 1rem}
.name{font-size:1.0625rem;margin:0}
.lead{font-size:1.125rem;max-width:44rem}
.quiet{color:var(--quiet)}
.text{max-width:44rem}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:1rem;list-style:none;margin:0;padding:0}
.card{background:var(--soft);border:1px solid var(--line);border-radius:.75rem;padding:1rem;display:flex;flex-direction:column;gap:.5rem}
.card p{margin:0}
.card ul,.rates{margin:0;padding-left:1.25rem}
.logo{width:3rem;height:3rem;object-fit:contain;background:#fff;border-radius:.5rem}
.picture{max-width:100%;max-height:20rem;border-radius:.75rem}
.notice{border:1px solid var(--line);border-left:.3rem solid var(--fill);border-radius:.5rem;padding:.75rem 1rem;background:var(--soft)}
ol.steps{padding-left:1.25rem;max-width:44rem}
.hero{color:#fff;margin:-1.5rem 0 0;padding:clamp(2rem,6vw,4.5rem) 0;background:linear-gradient(160deg,color-mix(in srgb,var(--deep) 60%,#000),var(--deep))}
.hero h1{margin:0 0 1rem;max-width:46rem;letter-spacing:-.02em;text-wrap:balance}
.hero .lead{margin:0;color:#fff}
.hero a:not(.button){color:#fff}
.hero .button{background:#fff;color:var(--deep);border-color:#fff}
.hero .button.plain{background:transparent;color:#fff}
.hero .quiet{color:#fff}
.hero .notice{background:rgb(255 255 255/.12);border-color:rgb(255 255 255/.5);max-width:46rem}
.hero a:focus-visible{outline-color:#fff}
.three{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr));gap:1.5rem;list-style:none;margin:0;padding:0}
.three svg{width:100%;max-width:16rem;height:auto;color:var(--accent)}
.three h3{font-size:1.0625rem;margin:.5rem 0 .25rem}
.three p{margin:0}
.head{display:flex;gap:.75rem;align-items:center}
.monogram{flex:none;display:grid;place-items:center;width:3rem;height:3rem;border-radius:.5rem;background:var(--fill);color:var(--on-fill);font-weight:700;font-size:1.25rem}
.cover{width:100%;height:9rem;object-fit:cover;border-radius:.5rem}
.example{border-collapse:collapse;width:100%;max-width:34rem}
.example caption{text-align:left;padding-bottom:.5rem}
.example th{text-align:left;font-weight:400}
.example td{text-align:right;white-space:nowrap}
.example th,.example td{padding:.5rem 0;border-bottom:1px solid var(--line)}
.example tr:last-child>*{font-weight:700;border-bottom:0}
details{border-bottom:1px solid var(--line);max-width:44rem}
summary{padding:.75rem 0;font-weight:600;cursor:pointer}
summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
details p{margin:0 0 1rem}
footer{border-top:1px solid var(--line)}`;
}

/** The address of the stylesheet, which changes with its content. */
export const stylesheetPath = (accent: string): string =>
  `/site.css?v=${createHash('sha256').update(stylesheet(accent)).digest('hex').slice(0, 12)}`;

/** The path of the stylesheet that depends on the session of the browser. The pages are the same for everybody, and caches keep them. */
export const SESSION_STYLESHEET = '/site-session.css';

/** Hides what is only for people who have signed in, or only for those who have not. */
export const sessionStylesheet = (hasSession: boolean): string =>
  `.signed-${hasSession ? 'out' : 'in'}{display:none}\n`;
