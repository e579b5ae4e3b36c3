// How the page of an article looks: on a screen, in the dark, and on paper.

/** Where there is space beside the text, the contents stand there, and so does the entry of a citation: it never covers
 *  the text. Elsewhere a citation leads down to its entry, and from there back. */
export const ARTICLE_STYLE = `
:root{color-scheme:light dark;--ink:#1f2328;--paper:#fff;--soft:#5b6470;--line:#e3e6ea;--link:#0b57a4;--card:#f7f8fa;
--mark:#fff3c4;--good:#1a6b3c;--bad:#b3261e;--open:#8a5a00;
--serif:"Iowan Old Style","Palatino Linotype",Palatino,Georgia,serif;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
@media (prefers-color-scheme:dark){:root{--ink:#e4e6ea;--paper:#14171b;--soft:#9aa4b2;--line:#2b3138;--link:#8abfff;
--card:#1c2127;--mark:#4a3f10;--good:#7ccf95;--bad:#f2938c;--open:#e3b65c}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1.125rem/1.7 var(--serif)}
.page{max-width:42rem;margin:0 auto;padding:3rem 1.25rem 6rem}
h1,h2,h3,h4{font-family:var(--sans);line-height:1.25;letter-spacing:-.011em;text-wrap:balance}
h1{font-size:clamp(1.9rem,5vw,2.6rem);line-height:1.12;letter-spacing:-.025em;margin:0 0 .5em}
h2{font-size:1.4rem;margin:2.4em 0 .6em;scroll-margin-top:1.5rem}
h3{font-size:1.1rem;margin:1.8em 0 .5em}
p,ul,ol,blockquote,pre{margin:0 0 1.1em}
a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:.06em}
a:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:-100rem}
.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem;z-index:2}
.facts,.made{font-family:var(--sans);font-size:.9rem;line-height:1.5;color:var(--soft);text-wrap:pretty}
.facts{margin:0 0 .6em}
.facts span{padding:0 .25em}
.made{border-bottom:1px solid var(--line);padding-bottom:1.4em;margin-bottom:2em}
nav{font:.9rem/1.45 var(--sans);margin:-1em 0 2em}
nav summary{cursor:pointer;font-weight:600;color:var(--soft)}
nav ol{list-style:none;margin:.6rem 0 0;padding:0;columns:2;column-gap:1.5rem}
nav li{padding:.2rem 0;break-inside:avoid}
nav a{color:var(--ink);text-decoration:none}
nav a:hover{color:var(--link);text-decoration:underline}
.cite{font:500 .68em/0 var(--sans)}
.cite a{text-decoration:none;padding:.1em .12em;border-radius:3px;scroll-margin-top:40vh}
.cite a:hover{background:var(--mark)}
.cite a:target{background:var(--mark);color:inherit}
blockquote{border-left:3px solid var(--line);padding-left:1em;margin-left:0;margin-right:0}
blockquote p{margin:0 0 .3em}
blockquote footer{font:.85rem/1.45 var(--sans);color:var(--soft)}
blockquote footer a{color:var(--ink)}
cite{font-style:normal}
pre{overflow:auto;padding:.9em 1em;border-radius:8px;background:var(--card);font-size:.85em}
code{font-size:.88em;overflow-wrap:anywhere}
.references,.ledger{border-top:1px solid var(--line);margin-top:3.5rem;font:.95rem/1.55 var(--sans)}
.references ol{padding-left:1.6em}
.references li{margin-bottom:.6em;padding-left:.2em;overflow-wrap:anywhere;scroll-margin-top:1.5rem}
.references li:target{background:var(--mark)}
.fold{border-top:1px solid var(--line)}
.fold:last-of-type{border-bottom:1px solid var(--line)}
.fold>summary{cursor:pointer;padding:.7rem 0}
.fold>summary h3{display:inline;font-size:1rem;margin:0}
.fold>summary:hover h3{color:var(--link)}
.count{color:var(--soft);font-size:.85rem;margin-left:.4em}
.entry{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem 1.1rem;margin:0 0 .8rem;
scroll-margin-top:1.5rem;overflow-wrap:anywhere}
.entry p{margin:0 0 .6em}
.entry blockquote{font-family:var(--serif);font-size:1.02rem;border-left-color:var(--good);margin-bottom:.8em}
.contradicted blockquote{border-left-color:var(--bad)}
.insufficient blockquote{border-left-color:var(--open)}
.entry .why{font-size:.85rem;color:var(--soft);margin:0 0 .3em}
.entry .back{font-size:.85rem;margin:0}
.claim{font-weight:500}
.verdict{font:600 .7rem/1 var(--sans);text-transform:uppercase;letter-spacing:.05em;color:var(--good);
border:1px solid;border-radius:1em;padding:.25em .65em;margin-right:.35em;white-space:nowrap}
.contradicted .verdict{color:var(--bad)}
.insufficient .verdict{color:var(--open)}
@media screen and (max-width:68.99rem){.entry:target{border-color:var(--link);box-shadow:0 0 0 3px var(--mark)}}
@media (max-width:32rem){body{font-size:1.0625rem}nav ol{columns:1}.page{padding-top:2rem}}
@media screen and (min-width:69rem){
.page{max-width:65rem;padding-right:24.25rem}
nav{position:fixed;top:3rem;left:calc(50% + 13.25rem);width:18rem;max-height:calc(100vh - 6rem);overflow:auto;
margin:0;padding:0 0 0 1.25rem;border-left:1px solid var(--line)}
nav ol{columns:1}
nav summary{list-style:none;cursor:auto;pointer-events:none}
nav summary::-webkit-details-marker{display:none}
nav details::details-content{content-visibility:visible;block-size:auto}
.entry:target{position:fixed;top:2.5rem;left:calc(50% + 12.25rem);width:19.5rem;max-height:calc(100vh - 5rem);
overflow:auto;margin:0;z-index:1;box-shadow:0 12px 40px rgba(0,0,0,.18)}
.entry:target .back{border-top:1px solid var(--line);padding-top:.6em;margin-top:.6em}}
@media print{body{font-size:10.5pt;background:#fff;color:#000}
.page{max-width:none;padding:0}.skip,.back,nav{display:none}
a{color:inherit;text-decoration:none}h2,h3{break-after:avoid}.entry,blockquote{break-inside:avoid}
.fold::details-content{content-visibility:visible;block-size:auto}}
`;
