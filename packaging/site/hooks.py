"""Makes a website of the documents as they lie in the project; mkdocs calls the functions named on_*."""

import html
import html.parser
import posixpath
import re
import urllib.parse
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = Path(__file__).parent.parent.parent
ADDRESS = (ROOT / "packaging/address").read_text().strip()
# Documents beside docs/, and their names in the site.
BESIDE = {"README.md": "index.md", "CHANGELOG.md": "CHANGELOG.md", "CONTRIBUTING.md": "CONTRIBUTING.md"}
# Larger files are not shown in a page.
LARGEST = 100_000
LANGUAGES = {".py": "python", "Makefile": "make"}


def on_files(files, config):
    documents = BESIDE | {f"docs/{file.src_uri}": file.src_uri for file in files.documentation_pages()}
    pages = {}
    for path, uri in documents.items():
        text = (ROOT / path).read_text()
        if uri == "diagnostics.md":
            pages |= codes(text)
        else:
            pages[uri] = resolve_links(text, path, uri, documents, pages)
    for uri, text in pages.items():
        if isinstance(text, Path):
            files.append(File.generated(config, uri, abs_src_path=str(text)))
            continue
        if uri.startswith("decisions/"):
            # What users look for comes first.
            text = f"---\nsearch: {{ boost: 0.2 }}\n---\n{text}"
        if old := files.get_file_from_path(uri):
            files.remove(old)
        files.append(File.generated(config, uri, content=fences(text)))
    files.remove(files.get_file_from_path("diagnostics.md"))
    files.append(File.generated(config, "site.css", abs_src_path=str(Path(__file__).with_name("site.css"))))
    config.nav = with_folders(config.nav, sorted(pages))
    config.repo_url = ADDRESS
    return files


def codes(text):
    """The page of diagnostic codes, as one page for each code and one that lists them."""
    text = re.sub(r"^`([^`]+\.(\w+))`:\n```$", r"```\2 input=\1", text, flags=re.M)
    head, *sections = text.replace("\n```\n$ ", "\n```console\n$ ").split("\n## ")
    pages = {f"diagnostics/{section[:6]}.md": f"# {section}" for section in sections}
    pages["diagnostics/index.md"] = re.sub(r"\]\(#(rk\d{4})[^)]*\)", lambda m: f"]({m[1].upper()}.md)", head)
    return pages


def resolve_links(text, path, uri, documents, pages):
    """The text with links that lead to the right pages, and adds the pages of other files of the project."""

    def resolved(match):
        target, hash, anchor = match[1].partition("#")
        if not target or ":" in target:
            return match[0]
        file = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        if file.startswith(("Sources/", "Tests/", ".")) or (ROOT / file).is_dir():
            return f"]({ADDRESS}/tree/HEAD/{file})"
        place = documents.get(file)
        if place == "diagnostics.md":
            place = "diagnostics/index.md"
        elif not place and file.endswith(".svg"):
            place = file.removeprefix("docs/")
        elif not place and (ROOT / file).is_file():
            place = show(ROOT / file, file, pages)
        elif not place:
            # mkdocs says that it leads nowhere.
            return match[0]
        return f"]({posixpath.relpath(place, posixpath.dirname(uri) or '.')}{hash}{anchor})"

    code = re.compile(r"(^```.*?^```|`[^`\n]*`)", re.S | re.M)
    parts = code.split(text)
    return "".join(
        part if code.fullmatch(part) else re.sub(r"\]\(([^)\s]+)\)", resolved, part) for part in parts
    )


def show(file, path, pages):
    """The place of a file of the project: a page with its text, or the file if it is large."""
    if file.stat().st_size > LARGEST:
        pages[f"source/{path}"] = file
        return f"source/{path}"
    language = LANGUAGES.get(file.suffix or file.name, file.suffix[1:])
    place = f"source/{path}.md"
    pages[place] = f"---\nsearch: {{ exclude: true }}\n---\n# {path}\n\n````{language}\n{file.read_text()}````\n"
    return place


def fences(text):
    """The text with blocks of code as the site's Markdown knows them: names of files become their titles."""
    # Python's Markdown keeps the backslash that code in a table has before a bar.
    text = re.sub(
        r"`([^`\n]*\\\|[^`\n]*)`",
        lambda match: f"<code>{html.escape(match[1]).replace(chr(92) + '|', '&#124;')}</code>",
        text,
    )
    text = re.sub(r"^```(\w+) \w+=(\S+)$", r'```\1 title="\2"', text, flags=re.M)
    return re.sub(r"^```(console then|psql)$", "```console", text, flags=re.M).replace("```duckdb\n", "```sql\n")


def with_folders(entry, pages):
    """The navigation with the pages of its folders."""
    if isinstance(entry, list):
        return [with_folders(part, pages) for part in entry]
    if isinstance(entry, dict):
        return {title: with_folders(part, pages) for title, part in entry.items()}
    if not entry.endswith("/"):
        return entry
    found = [page for page in pages if page.startswith(entry)]
    return sorted(found, key=lambda page: not page.endswith(("index.md", "README.md")))


class Links(html.parser.HTMLParser):
    """The links of a page, and what they may lead to in it."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.anchors.update(named[key] for key in ("id", "name") if named.get(key))
        self.links.update(named[key] for key in ("href", "src") if named.get(key))


def on_post_build(config):
    """Fails if a link of a page leads nowhere in the site."""
    site = Path(config.site_dir)
    pages = {file: Links(file.read_text()) for file in site.rglob("*.html") if file.name != "404.html"}
    dead = []
    for page, found in pages.items():
        if "<p>```" in page.read_text():
            dead.append(f"{page.relative_to(site)}: a block of code that is not understood")
        for link in found.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc:
                continue
            target = (page.parent / urllib.parse.unquote(url.path)).resolve() if url.path else page
            if target.is_dir():
                target /= "index.html"
            anchor = urllib.parse.unquote(url.fragment)
            if not target.exists() or anchor and target in pages and anchor not in pages[target].anchors:
                dead.append(f"{page.relative_to(site)}: {link}")
    if dead:
        raise PluginError("links that lead nowhere, or worse:\n" + "\n".join(sorted(dead)))
    print(f"{len(pages)} pages, {sum(len(found.links) for found in pages.values())} links")
