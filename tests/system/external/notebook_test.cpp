// SPDX-License-Identifier: MIT
// The notebook of the documentation: its cells run one after the other, without Jupyter, and print what it
// shows.
#include "external.hpp"

namespace malha::testing {
namespace notebook_test {

TEST(Notebook, PrintsWhatItShows) {
  const auto said = python(R"py(
import contextlib
import io
import json

import malha

with open(malha.__path__[0] + "/../../../docs/notebooks/first_steps.ipynb", encoding="utf-8") as file:
    notebook = json.load(file)
assert notebook["nbformat"] == 4
try:
    import nbformat
except ImportError:
    pass
else:
    nbformat.validate(notebook)
names, printed = {}, 0
for cell in notebook["cells"]:
    if cell["cell_type"] != "code":
        continue
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
    shown = "".join(line for output in cell["outputs"] for line in output.get("text", ()))
    assert out.getvalue() == shown, f"{cell['id']} prints\n{out.getvalue()}\nand shows\n{shown}"
    printed += len(shown.splitlines())
assert printed >= 8, printed
)py");
  EXPECT_EQ(said.status, 0) << said.err;
}

} // namespace notebook_test
} // namespace malha::testing
