/** The stylesheet of the API reference, in the colours of the console. */
export const STYLESHEET = `:root{color-scheme:light dark;--page:#fff;--soft:#f3f6f8;--line:#c6d2db;--text:#15202a;--quiet:#475a6b;--accent:#0b6e79}
@media (prefers-color-scheme:dark){:root{--page:#15202a;--soft:#1e2b35;--line:#3d4f5d;--text:#eef3f5;--quiet:#b4c2cc;--accent:#75c3c6}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--accent)}
a:focus-visible,pre:focus-visible,input:focus-visible,button:focus-visible,summary:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-100vw}
.skip:focus{left:.5rem;top:.5rem;background:var(--page);padding:.5rem 1rem;z-index:1}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;padding:.75rem 1.25rem;border-bottom:1px solid var(--line)}
header nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-left:auto}
header nav a{padding:.25rem 0}
.brand{display:flex;gap:.6rem;align-items:center;font-weight:700;color:var(--text);text-decoration:none}
.columns{display:grid;grid-template-columns:15rem minmax(0,1fr);max-width:80rem;margin:0 auto}
.sections{padding:1rem;border-right:1px solid var(--line);font-size:.9375rem}
.sections ul{list-style:none;margin:0;padding:0;position:sticky;top:0;max-height:100vh;overflow:auto}
.sections a{display:block;padding:.25rem .5rem;color:var(--text);text-decoration:none;border-radius:.375rem}
.sections a[aria-current]{background:var(--soft);font-weight:650;color:var(--accent)}
main{padding:1rem clamp(1rem,3vw,2.5rem) 4rem}
h1{font-size:2rem;line-height:1.2;margin:.5rem 0 1rem}
h2{font-size:1.375rem;margin:0 0 .5rem}
h2 a{color:var(--text);text-decoration:none}
h3{font-size:1rem;margin:1.5rem 0 .5rem}
.text{max-width:48rem}
.quiet{color:var(--quiet);font-weight:400}
code{font:.9em ui-monospace,monospace}
pre{background:var(--soft);border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;overflow:auto;max-height:28rem;margin:.25rem 0 1rem}
pre code{white-space:pre;overflow-wrap:normal}
.method{display:inline-block;min-width:4.25rem;font:700 .8125rem ui-monospace,monospace;color:var(--accent)}
.operations{list-style:none;padding:0;display:grid;gap:.35rem}
.operation{border-top:1px solid var(--line);margin-top:2.5rem;padding-top:1.5rem;content-visibility:auto;contain-intrinsic-size:auto 60rem}
.fields{list-style:none;margin:0;padding:0 0 0 .75rem;border-left:2px solid var(--line);display:grid;gap:.5rem}
.fields .fields{margin-top:.5rem}
.fields p{margin:.15rem 0;max-width:46rem}
.reply{margin:.25rem 0}
.reply>.fields{margin:.5rem 0 1rem}
summary{cursor:pointer}
.snippet p{display:flex;gap:1rem;align-items:center;margin:0}
.controls{display:flex;flex-wrap:wrap;gap:1rem 2rem;border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin-bottom:1.5rem;background:var(--soft)}
.controls[hidden]{display:none}
.controls fieldset{border:0;padding:0;margin:0}
.controls label{margin-right:.75rem}
.controls p{margin:0;flex:1 1 24rem}
legend{padding:0;font-weight:650}
input[type=search],input[type=password]{font:inherit;color:inherit;background:var(--page);border:1px solid var(--quiet);border-radius:.5rem;padding:.4rem .75rem;min-width:min(100%,20rem)}
button{font:inherit;font-size:.875rem;color:var(--accent);background:var(--page);border:1px solid var(--quiet);border-radius:.5rem;padding:.15rem .75rem;cursor:pointer}
[data-shown=curl] .snippet:not([data-language=curl]),[data-shown=typescript] .snippet:not([data-language=typescript]),[data-shown=python] .snippet:not([data-language=python]){display:none}
@media (max-width:52rem){.columns{grid-template-columns:minmax(0,1fr)}.sections{border-right:0;border-bottom:1px solid var(--line)}.sections ul{max-height:9rem;position:static}}
`;
