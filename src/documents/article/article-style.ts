// How the page of an article looks: on a screen, in the dark, and on paper.

/** The entry of a citation opens at the foot of the window and closes with "Back to the text"; nothing scrolls away. */
export const ARTICLE_STYLE = `
:root{color-scheme:light dark;--ink:#1d1d1b;--paper:#fdfcf9;--soft:#6b675f;--line:#dedad0;--link:#1c5d99;--card:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e8e5dd;--paper:#181816;
--soft:#a5a096;--line:#3a3833;--link:#86bdf0;--card:#22211e}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:44rem;padding:2.5rem 1.25rem 6rem;background:var(--paper);color:var(--ink);
font:1.0625rem/1.65 Georgia,"Iowan Old Style","Times New Roman",serif}
h1,h2,h3,h4{line-height:1.25;font-family:system-ui,-apple-system,"Segoe UI",sans-serif;margin:2.2em 0 .6em}
h1{font-size:2rem;margin-top:0}
h2{font-size:1.35rem}
h3{font-size:1.1rem}
p,ul,ol,blockquote,pre{margin:0 0 1em}
a{color:var(--link)}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-100rem}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem}
.cite{font-size:.72em;line-height:0;font-family:system-ui,sans-serif}
.cite a{text-decoration:none;padding:0 .1em}
blockquote{border-left:3px solid var(--line);padding-left:1em;color:var(--soft)}
blockquote footer{font-size:.85em}
pre{overflow:auto;padding:.75em;border:1px solid var(--line)}
code{font-size:.9em;overflow-wrap:anywhere}
.references,.ledger{border-top:1px solid var(--line);margin-top:3rem;font-size:.94rem}
.references li{margin-bottom:.4em;overflow-wrap:anywhere}
.entry{border:1px solid var(--line);border-radius:.5rem;background:var(--card);padding:.8rem 1rem;margin:0 0 .8rem}
.entry p{margin:0 0 .5em}
.entry .why,.entry .back{font-size:.85em;color:var(--soft);margin:0}
.verdict{font:600 .72rem/1 system-ui,sans-serif;text-transform:uppercase;letter-spacing:.04em;border:1px solid;
border-radius:1em;padding:.15em .6em;margin-right:.4em;color:#22703a}
.contradicted .verdict{color:#b3261e}
.insufficient .verdict{color:#8a5a00}
@media (prefers-color-scheme:dark){
.verdict{color:#7ccf95}.contradicted .verdict{color:#f2938c}.insufficient .verdict{color:#e3b65c}}
@media screen{
.entry:target{position:fixed;left:50%;bottom:1rem;transform:translateX(-50%);width:min(44rem,calc(100vw - 2rem));
max-height:60vh;overflow:auto;margin:0;box-shadow:0 .5rem 2rem rgba(0,0,0,.35);z-index:1}
.entry:target .back{font-size:1em;margin-top:.5em}}
@media print{body{max-width:none;padding:0;font-size:10.5pt;background:#fff;color:#000}.skip,.back{display:none}
a{color:inherit;text-decoration:none}h2,h3{break-after:avoid}.entry,blockquote{break-inside:avoid;box-shadow:none}}
`;
