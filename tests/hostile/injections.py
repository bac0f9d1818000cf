"""Texts that would become something else where they were read as markup, each with what it would do there.

One that runs sets ``window.__hit``; one that loads asks for an address with ``gb-hit``; one that leads elsewhere names
``example.org``. ``harmless(text)`` has the same words, lengths and lines, and nothing that is read.
"""

HTML = (
    "<script>window.__hit=1</script>", "<script src=//example.org/gb-hit.js></script>",
    "</script><script>window.__hit=1", "<img src=x onerror=window.__hit=1>", "<img src=/gb-hit.png>",
    "<img srcset='/gb-hit.png 1x'>", "<IMG SRC=`/gb-hit.png`>", "<img/src=x/onerror=window.__hit=1//",
    '"><img src=x onerror=window.__hit=1>', "'><img src=x onerror=window.__hit=1>",
    "--><img src=x onerror=window.__hit=1>", "]]><img src=/gb-hit.png>", "</title><img src=/gb-hit.png>",
    "</textarea><img src=/gb-hit.png>", "</style><img src=/gb-hit.png>", "<a href=https://example.org>x</a>",
    "<a href=javascript:window.__hit=1>x</a>", "<a href='//example.org' ping=/gb-hit>x</a>",
    "<iframe src=https://example.org></iframe>", "<iframe srcdoc='<script>parent.__hit=1</script>'>",
    "<embed src=/gb-hit>", "<object data=/gb-hit></object>", "<form action=https://example.org><input name=x></form>",
    "<button formaction=javascript:window.__hit=1>x</button>", "<input autofocus onfocus=window.__hit=1>",
    "<details open ontoggle=window.__hit=1><summary>x</summary></details>", "<body onload=window.__hit=1>",
    "<video src=/gb-hit onerror=window.__hit=1></video>", "<audio src=/gb-hit autoplay>",
    "<link rel=stylesheet href=/gb-hit.css>", "<meta http-equiv=refresh content='0;url=https://example.org'>",
    "<base href=https://example.org/>", "<marquee onstart=window.__hit=1>x</marquee>", "<dialog open>x</dialog>",
    "<template><img src=/gb-hit.png></template>", "<noscript><img src=/gb-hit.png></noscript>",
    "<table background=/gb-hit.png><tr><td>x</table>", "<h1>x</h1><hr>", "<b>x</b><i>x</i><u>x</u><s>x</s>",
    "<x-gb onclick=window.__hit=1>x</x-gb>", "<!--<img src=/gb-hit.png>-->", "<%00script>window.__hit=1</script>",
    "<scr<script>ipt>window.__hit=1</scr</script>ipt>", "\uff1cscript\uff1ewindow.__hit=1\uff1c/script\uff1e",
)  # fmt: skip
SVG = (
    "<svg onload=window.__hit=1>", "<svg><script>window.__hit=1</script></svg>",
    "<svg><a xlink:href=javascript:window.__hit=1><text>x</text></a></svg>", "<svg><image href=/gb-hit.png /></svg>",
    "<svg><use href=/gb-hit.svg#x /></svg>", "<svg><animate onbegin=window.__hit=1 attributeName=x></svg>",
    "<svg><foreignObject><img src=/gb-hit.png></foreignObject></svg>", "</text><image href='/gb-hit.png'/><text>",
    "<math><mtext><img src=/gb-hit.png></mtext></math>", "<math href=javascript:window.__hit=1>x</math>",
    "<![CDATA[<img src=/gb-hit.png>]]>",
)  # fmt: skip
LINKS = (
    "javascript:window.__hit=1", "JaVaScRiPt:window.__hit=1", "java\tscript:window.__hit=1",
    "data:text/html,<script>parent.__hit=1</script>", "vbscript:x", "https://example.org/gb-hit",
    "//example.org/gb-hit", "www.example.org", "mailto:x@example.org", "x@example.org", r"/\example.org/gb-hit",
    "../../gb-hit", "blob:https://example.org/1",
)  # fmt: skip
MARKDOWN = (
    "[x](https://example.org)", "[x](javascript:window.__hit=1)", "![x](/gb-hit.png)",
    "![x](https://example.org/gb-hit.png)", "[x][1]\n\n[1]: https://example.org", "<https://example.org>", "# x",
    "**x** _x_ ~~x~~", "`x`", "```html\n<img src=/gb-hit.png>\n```", "> x", "- x\n- x", "1. x\n2. x",
    "| x | x |\n|---|---|\n| x | x |", "x\n===", "***", "[^1]\n\n[^1]: x", "- [ ] x", "    x", "x  \nx",
)  # fmt: skip
FORMULAS = (
    "$x^2$", r"$$\frac{x}{x}$$", r"$\href{javascript:window.__hit=1}{x}$", r"$\href{https://example.org}{x}$",
    r"$\includegraphics{/gb-hit.png}$", r"\(x^2\)", r"\[x^2\]", r"$\htmlId{x}{x}$", r"$\def\x{\x\x}\x$",
    r"\begin{equation}x\end{equation}",
)  # fmt: skip
PLOTLY = (
    '<a href="https://example.org">x</a>', '<a href="javascript:window.__hit=1" target="_self">x</a>',
    '<span style="color:red">x</span>', "<sub>x</sub><sup>x</sup>", "<br>x<br>x", "<extra>x</extra>", "%{x}",
    "%{customdata[0]}", "<em>x</em><b>x</b>", '<a href="/gb-hit" target="_blank">x</a>',
)  # fmt: skip
STYLES = (
    "<style>*{display:none}</style>", "</style><style>@import '/gb-hit.css'",
    "<p style=background:url(/gb-hit.png)>x", "expression(window.__hit=1)", "}body{background:url(/gb-hit.png)}",
    "url(/gb-hit.png)", "red;background:url(/gb-hit.png)", "@import url(//example.org/gb-hit.css);",
)  # fmt: skip
TEMPLATES = (
    "{{7*7}}", "${7*7}", "{{constructor.constructor('window.__hit=1')()}}", "<%= 7*7 %>", "#{7*7}", "{%if x%}", "{0}",
    "{x!r}", "%s%n", "%(x)s", "`${window.__hit=1}`", "datum['x']", "__proto__", "constructor",
    '=HYPERLINK("https://example.org")', "@SUM(1)", r"\u003cimg src=/gb-hit.png\u003e", '{"$ref": "#"}',
    "';window.__hit=1;'", '";window.__hit=1;"', r"\';window.__hit=1;//", "x&x=x", "x#x", "?x",
)  # fmt: skip
ENTITIES = (
    "&lt;img src=/gb-hit.png&gt;", "&#60;img src=/gb-hit.png&#62;",
    "&#x3c;script&#x3e;window.__hit=1&#x3c;/script&#x3e;", "&amp;lt;b&amp;gt;", "&nbsp;", "&copy",
    "%3Cimg%20src%3D/gb-hit.png%3E", "+ADw-script+AD4-window.__hit=1+ADw-/script+AD4-", "&Tab;java&Tab;script:x",
)  # fmt: skip
INVISIBLE = (
    "\u202egnp.tih-bg\u202c", "\u2066x\u2069", "x\u200bx", "\ufeffx", "x\xadx", "\x1b[31mx\x1b[0m", "x\x00x",
    "x\x07x", "\u2028x", "\u061cx", "\U000e0041x", "x\ufe0fx",
)  # fmt: skip
STREAMLIT = (
    ":material/home:", ":red[x]", ":red-background[x]", ":rainbow[x]", ":small[x]", ":blue-badge[x]", ":smile:",
    ":streamlit:", ":material/delete: x", "x -> x <- x -- x >= x", ":violet[**x**]",
    ":green-badge[:material/check: x]", ":shortcode: (tm)",
)  # fmt: skip

STRINGS = (*HTML, *SVG, *LINKS, *MARKDOWN, *FORMULAS, *PLOTLY, *STYLES, *TEMPLATES, *ENTITIES, *INVISIBLE, *STREAMLIT)


def harmless(text: str) -> str:
    """``text`` with an x in place of each sign; letters, digits, spaces and line feeds stay."""
    return "".join(each if each in " \n" or (each.isascii() and each.isalnum()) else "x" for each in text)
