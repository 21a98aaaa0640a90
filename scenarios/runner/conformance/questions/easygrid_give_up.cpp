// SPDX-License-Identifier: MIT
#include "policies/easygrid/give_up.hpp"
#include "scenarios/runner/conformance/books/tasks.hpp"
#include "scenarios/runner/conformance/positions.hpp"
#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {
namespace {

/// A host is asked for a part of its ready tasks, which are given by their works. An answer is a list of
/// positions in them.
class RequestForTasks {
public:
  using Question = easygrid::GiveUp;

  /// The fraction is a multiple of 1/1024, so that its product with a sum of whole numbers is exact.
  void fields(Fields& field, Draw& draw) {
    field("fraction", fraction_, above_0(1), draw.one_in(8) ? 1 : draw.integer(1, 1024) / 1024.0);
    std::vector<Flops> works;
    field("ready", works, above_0(), draw.works(20));
    ready_ = ready_tasks_of(works);
  }

  Json ask(easygrid::GiveUp& policy, Asking& asking) const {
    return asking.ask([&] { return policy.give_up({0, fraction_, ready_}); });
  }

  std::string broken_rule(const Json& given) const {
    if (const auto rule = broken_position_rule(given, ready_.size()); !rule.empty())
      return rule;
    Flops all = 0, work = 0;
    for (const auto& task : ready_)
      all += task.work;
    for (const auto& position : given)
      work += ready_[position.get<std::size_t>()].work;
    return work <= fraction_ * all ? "" : "more is given than was asked for";
  }

private:
  double fraction_ = 1;
  std::vector<Task> ready_;
};

} // namespace

MALHA_VIEWS(views<RequestForTasks>())

} // namespace malha::conformance
