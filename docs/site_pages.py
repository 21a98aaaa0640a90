# SPDX-License-Identifier: MIT
"""What mkdocs does for the site beside its own work. Pages link to files outside of docs/, such as ../README.md. So the
folder of pages is one of links, next to the site, which has the files at their places in the repository. And a link to a
heading that is not there is a warning, which ends a strict build."""
import logging
import re
import shutil
from pathlib import Path
from urllib.parse import urldefrag, urljoin

# Files that pages link to, beside *.md at the top and what docs/ has. A link to another one is a warning of mkdocs.
LINKED = [
    "CITATION.cff",
    "policies/cluster/queue/fcfs.cpp",
    "policies/python/examples/easy.py",
    "policies/python/examples/fcfs.py",
    "policies/python/examples/learn_backfilling.py",
    "policies/python/examples/learned_backfilling.py",
    "results/report/third_party/uplot/README.md",
]

log = logging.getLogger("mkdocs.hooks.site_pages")
headings = {}  # by page: what a link may name behind #
links = []  # (file, page and heading)


def heading_of(title, separator):
    """As forges name it, whose rule the links of the pages follow."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", separator)


def on_config(config):
    top = Path(config["config_file_path"]).resolve().parent
    pages = Path(config["site_dir"] + "-pages")
    shutil.rmtree(pages, ignore_errors=True)
    files = [*top.glob("*.md"), *(top / name for name in LINKED)]
    files += [file for file in top.glob("docs/**/*") if file.suffix in (".md", ".svg", ".png", ".bib", ".ipynb")]
    for file in files:
        link = pages / file.relative_to(top)
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(file)
    config["docs_dir"] = str(pages)
    config["mdx_configs"]["toc"]["slugify"] = heading_of
    headings.clear()
    links.clear()
    return config


def on_page_content(html, page, config, files):
    headings[page.file.url] = set(re.findall(r'\bid="([^"]*)"', html))
    for link in re.findall(r'<a [^>]*href="([^"]*)"', html):
        links.append((page.file.src_path, urljoin(page.file.url, link)))


def on_post_build(config):
    for file, link in links:
        page, heading = urldefrag(link)
        if heading and page in headings and heading not in headings[page]:
            log.warning("%s links to %s, which has no heading '%s'", file, page, heading)
