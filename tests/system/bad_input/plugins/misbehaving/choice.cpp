// SPDX-License-Identifier: MIT
// A pull policy that breaks the rule its parameter names.
#include "policies/pull/choice.hpp"

#include <stdexcept>

namespace malha::pull {
namespace {

class MisbehavingChoice : public Choice {
public:
  explicit MisbehavingChoice(const Parameters& parameters) : does_(parameters.text("does")) {}

  std::vector<int> classes_of(const std::vector<double>& amounts) override {
    if (does_ == "throw")
      throw std::runtime_error("no idea of classes");
    const bool are_tasks = amounts.size() == 3; // the grid of the test has two resources
    const bool forgets = does_ == (are_tasks ? "no_task_classes" : "no_resource_classes");
    return std::vector<int>(forgets ? 0 : amounts.size(), 1);
  }

  std::vector<Wanted> wanted(const ChoiceView&) override { return {}; }

private:
  const std::string does_;
};

} // namespace

MALHA_POLICY(policy<MisbehavingChoice>(
    "misbehaving/choice", "breaks a rule", "",
    {choice("does", {}, {"want_nothing", "no_task_classes", "no_resource_classes", "throw"},
            "what it does")}))

} // namespace malha::pull
