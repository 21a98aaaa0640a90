// SPDX-License-Identifier: MIT
// An assignment policy that breaks the rule its parameter names.
#include "policies/broker/assignment.hpp"

#include <stdexcept>

namespace malha::broker {
namespace {

class MisbehavingAssignment : public Assign {
public:
  explicit MisbehavingAssignment(const Parameters& parameters) : does_(parameters.text("does")) {}

  std::vector<Assignment> assign(const AssignmentView& view) override {
    if (does_ == "throw")
      throw std::runtime_error("no idea where to");
    if (view.waiting.empty())
      return {};
    const auto first = view.waiting.begin()->id, last = std::prev(view.waiting.end())->id;
    if (does_ == "unknown_task")
      return {{last + 1, 0}};
    if (does_ == "unknown_resource")
      return {{first, static_cast<int>(view.resources.size())}};
    if (does_ == "resource_twice")
      return {{first, 0}, {last, 0}};
    return {};
  }

private:
  const std::string does_;
};

} // namespace

MALHA_POLICY(policy<MisbehavingAssignment>(
    "misbehaving/assignment", "breaks a rule", "",
    {choice("does", {}, {"idle", "unknown_task", "unknown_resource", "resource_twice", "throw"},
            "what it does")}))

} // namespace malha::broker
