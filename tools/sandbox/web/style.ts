/** Style sheet of all workshop pages, in the product's colours. */
export const STYLE = `
:root{color-scheme:light;--bg:#f6f5f1;--card:#fff;--soft:#f0efe9;--line:#dfdcd2;--ink:#1c2321;--mut:#55605c;--acc:#0b5a52;--acc-ink:#fff;--acc-soft:#dcece8;--good:#1d6b37;--good-soft:#e0f0e4;--warn:#7a5208;--warn-soft:#faecd0;--bad:#a82a22;--bad-soft:#fbe3e0;--shadow:0 1px 2px rgb(28 35 33/.05),0 4px 14px rgb(28 35 33/.05)}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--bg:#121715;--card:#1a211e;--soft:#222b27;--line:#33403a;--ink:#eaf0ed;--mut:#a3b1ab;--acc:#6fc5b5;--acc-ink:#06231f;--acc-soft:#17382f;--good:#86d39c;--good-soft:#15301e;--warn:#efc06a;--warn-soft:#372a10;--bad:#f49a90;--bad-soft:#3d1916;--shadow:none}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
header{background:var(--card);border-bottom:1px solid var(--line)}
header>div,main{max-width:60rem;margin:0 auto;padding:0 1rem}
header>div{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;align-items:center;min-height:3.5rem;padding-block:.4rem}
header b{margin-right:auto}
.back{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 .8rem;border:1px solid var(--line);border-radius:.6rem;color:var(--ink);font-weight:600;text-decoration:none}
.back:hover{background:var(--soft)}
.shows{color:var(--acc);font-weight:500}
nav,.tabs{display:flex;flex-wrap:wrap;gap:.25rem}
nav a,.tabs a{padding:.55rem .8rem;min-height:2.75rem;border-radius:.6rem;color:var(--mut);text-decoration:none}
nav a[aria-current],.tabs a[aria-current]{color:var(--acc);background:var(--acc-soft);font-weight:600}
.tabs{margin:0 0 1.25rem}
main{padding-block:1.5rem 4rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}
h2{font-size:1.0625rem;margin:2rem 0 .6rem;display:flex;gap:.6rem;align-items:baseline}
p{margin:.4rem 0}a{color:var(--acc)}
:is(a,button,input,select,textarea,summary):focus-visible{outline:3px solid var(--acc);outline-offset:2px}
.card,.rows,.scroll{background:var(--card);border:1px solid var(--line);border-radius:.75rem;box-shadow:var(--shadow)}
.card{padding:1rem 1.1rem;margin:0 0 1rem}
.rows{list-style:none;margin:0;padding:0}
.rows>li{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center;padding:.85rem 1.1rem;border-top:1px solid var(--line)}
.rows>li:first-child{border-top:0}
.rows .main{flex:1 1 15rem;min-width:0}
.rows .main a{font-weight:600;text-decoration:none}
.rows .main a:hover{text-decoration:underline}
.mut{color:var(--mut)}.small{font-size:.875rem}.num{font-variant-numeric:tabular-nums;white-space:nowrap}
.tag{display:inline-block;padding:.1rem .6rem;border-radius:1rem;background:var(--soft);color:var(--mut);font-size:.8125rem;font-weight:500;white-space:nowrap}
.tag.good{color:var(--good);background:var(--good-soft)}.tag.warn{color:var(--warn);background:var(--warn-soft)}.tag.bad{color:var(--bad);background:var(--bad-soft)}
.scroll{position:relative;overflow-x:auto;margin:0 0 1rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:.6rem .8rem;border-top:1px solid var(--line);vertical-align:middle}
th{color:var(--mut);font-weight:500;font-size:.875rem;border-top:0;background:var(--soft)}
td.num,th.num{text-align:right}
tfoot td{font-weight:600}
td.text{min-width:11rem;overflow-wrap:anywhere}
form{margin:0}.acts{display:flex;flex-wrap:wrap;gap:.5rem;margin:1rem 0}
button,.btn{font:inherit;font-weight:600;min-height:2.75rem;padding:.45rem 1rem;border-radius:.6rem;border:1px solid var(--line);background:var(--card);color:var(--ink);cursor:pointer}
button:hover{background:var(--soft)}
button.pri{background:var(--acc);border-color:var(--acc);color:var(--acc-ink)}
button.pri:hover{filter:brightness(1.08)}
button.bad{color:var(--bad)}
label{display:block;margin:.6rem 0}label>span{display:block;font-size:.875rem;color:var(--mut);margin-bottom:.2rem}
input,select,textarea{font:inherit;width:100%;min-height:2.75rem;padding:.45rem .7rem;border:1px solid var(--line);border-radius:.6rem;background:var(--bg);color:var(--ink)}
input[type=checkbox],input[type=radio]{width:1.25rem;min-height:1.25rem;height:1.25rem;margin:0;flex:none;accent-color:var(--acc)}
.check{display:flex;gap:.7rem;align-items:center;min-height:2.75rem;margin:0}
.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(15rem,100%),1fr));gap:0 1rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(17rem,100%),1fr));gap:.75rem}
.tiles .card{margin:0;display:flex;flex-direction:column;gap:.3rem}.tiles .card form{margin-top:auto;padding-top:.5rem}
.hid{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.2rem 0}
.inline{display:flex;gap:.4rem;align-items:center;justify-content:flex-end}.inline input{width:6rem;text-align:right}
.note{padding:.7rem 1rem;background:var(--acc-soft);border-radius:.6rem;margin:0 0 1rem}
.note.bad{background:var(--bad-soft);color:var(--bad)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.25rem;margin:0}dt{color:var(--mut)}dd{margin:0;overflow-wrap:anywhere}
code{font:.875em ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
summary{cursor:pointer;min-height:2.5rem;color:var(--acc)}
iframe{width:100%;min-height:26rem;border:1px solid var(--line);border-radius:.6rem;background:#fff}
/* Consent: the answer stays in sight, however many accounts and companies there are. */
.consent{padding-bottom:0}
.consent>h2{margin:1rem 0 .2rem}
.consent>.answer{position:sticky;bottom:0;margin:.6rem -1.1rem 0;padding:.7rem 1.1rem;background:var(--card);border-top:1px solid var(--line);border-radius:0 0 .75rem .75rem}
.answer .acts{margin:0}.answer .acts .pri{flex:1 1 10rem}
/* On a phone a row is its text, and one line below; the group's heading says the status already. */
@media (max-width:30rem){.rows .main{flex-basis:100%}.rows>li>.num:not(:last-child){margin-right:auto}.rows>li>.num:last-child{margin-left:auto}.rows>li:has(>form)>.tag{display:none}}
@media (max-width:30rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.6rem}th,td{padding:.55rem .6rem}}
`
