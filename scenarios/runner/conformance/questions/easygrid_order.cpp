// SPDX-License-Identifier: MIT
#include "policies/easygrid/order.hpp"
#include "scenarios/runner/conformance/positions.hpp"
#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {
namespace {

/// A host with its waiting tasks of DAGs. An answer is a list of positions in them.
class LineView {
public:
  using Question = easygrid::LaunchOrder;

  void fields(Fields& field, Draw& draw) {
    waiting_.resize(draw.count(0, 12));
    TaskId next = 0;
    field.list("waiting", waiting_, [&](Fields& of_task, easygrid::WaitingTask& one) {
      one.task.id = next++;
      of_task("work", one.task.work, above_0(), draw.integer(1, 5));
      of_task("ready_since", one.ready_since, draw.one_in(3) ? never : draw.integer(0, 3));
    });
    field("slots", slots_, from(1), draw.once("slots", [&] { return draw.integer(1, 4); }));
    field("running", running_, from(0, slots_), draw.integer(0, slots_));
    field("cores", cores_, from(1), draw.once("cores", [&] { return draw.integer(1, 4); }));
    field("external_loads", external_loads_, draw.one_in(2) ? 0 : draw.integer(0, 4));
  }

  Json ask(easygrid::LaunchOrder& policy, Asking& asking) const {
    asking.stays("the number of slots", slots_);
    asking.stays("the number of cores", cores_);
    return asking.ask([&] {
      return policy.launch({latest_ready_date(), waiting_, running_, slots_, external_loads_, cores_});
    });
  }

  std::string broken_rule(const Json& launched) const {
    if (static_cast<int>(launched.size()) > slots_ - running_)
      return "more is launched than there are free slots";
    if (const auto rule = broken_position_rule(launched, waiting_.size()); !rule.empty())
      return rule;
    for (const auto& position : launched)
      if (waiting_[position.get<std::size_t>()].ready_since == never)
        return "the task at position " + position.dump() + " is not ready";
    return "";
  }

private:
  Seconds latest_ready_date() const {
    Seconds latest = 0;
    for (const auto& one : waiting_)
      if (one.ready_since < never)
        latest = std::max(latest, one.ready_since);
    return latest;
  }

  std::vector<easygrid::WaitingTask> waiting_;
  int slots_ = 1, running_ = 0, cores_ = 1, external_loads_ = 0;
};

} // namespace

MALHA_VIEWS(views<LineView>())

} // namespace malha::conformance
