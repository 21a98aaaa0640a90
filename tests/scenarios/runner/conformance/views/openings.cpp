// SPDX-License-Identifier: MIT
// Random views of a question that Malha does not know: boards of five to eight files.
#include "scenarios/runner/conformance/views.hpp"
#include "tests/scenarios/runner/conformance/plugins/chess.hpp"

namespace malha::conformance {
namespace {

class Board {
public:
  using Question = Opening;

  void fields(Fields& field, Draw& draw) { field("files", files_, from(1, 26), draw.integer(5, 8)); }

  Json ask(Opening& policy, Asking& asking) const {
    return asking.ask([&] { return policy.file(files_); });
  }

  std::string broken_rule(const Json& answer) const {
    const int file = answer.get<int>();
    return file < files_
               ? ""
               : "it moves a pawn of file " + std::to_string(file) + " of " + std::to_string(files_);
  }

private:
  int files_ = 8;
};

} // namespace

MALHA_VIEWS(views<Board>())

} // namespace malha::conformance
