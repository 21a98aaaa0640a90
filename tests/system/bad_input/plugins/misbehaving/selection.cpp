// SPDX-License-Identifier: MIT
// A selection that breaks the rule its parameter names.
#include "policies/multicluster/selection.hpp"

#include <stdexcept>

namespace malha::multicluster {
namespace {

class MisbehavingSelection : public Selection {
public:
  explicit MisbehavingSelection(const Parameters& parameters) : does_(parameters.text("does")) {}

  Selected select(const SelectionView& view) override {
    if (does_ == "throw")
      throw std::runtime_error("no idea which cluster");
    if (does_ == "unknown_candidate")
      return Selected::at(view.candidates.size());
    return Selected::wants_states();
  }

private:
  const std::string does_;
};

} // namespace

MALHA_POLICY(policy<MisbehavingSelection>("misbehaving/selection", "breaks a rule", "",
                                          {choice("does", {}, {"unknown_candidate", "ask_again", "throw"},
                                                  "what it does")}))

} // namespace malha::multicluster
