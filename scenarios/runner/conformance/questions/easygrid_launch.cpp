// SPDX-License-Identifier: MIT
#include "policies/easygrid/launch.hpp"
#include "scenarios/runner/conformance/books/tasks.hpp"
#include "scenarios/runner/conformance/positions.hpp"
#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {
namespace {

/// A host with its ready tasks, which are given by their works. An answer is a list of positions in them.
class HostView {
public:
  using Question = easygrid::Launch;

  void fields(Fields& field, Draw& draw) {
    std::vector<Flops> works;
    field("ready", works, above_0(), draw.works(20));
    ready_ = ready_tasks_of(works);
    field("slots", slots_, from(1), draw.once("slots", [&] { return draw.integer(1, 8); }));
    field("running", running_, from(0, slots_), draw.integer(0, slots_));
    field("cores", cores_, from(1), draw.once("cores", [&] { return draw.integer(1, 16); }));
    field("external_loads", external_loads_, draw.one_in(2) ? 0 : draw.integer(0, 20));
  }

  Json ask(easygrid::Launch& policy, Asking& asking) const {
    asking.stays("the number of slots", slots_);
    asking.stays("the number of cores", cores_);
    return asking.ask([&] { return policy.launch({0, ready_, running_, slots_, external_loads_, cores_}); });
  }

  std::string broken_rule(const Json& launched) const {
    if (static_cast<int>(launched.size()) > slots_ - running_)
      return "more is launched than there are free slots";
    return broken_position_rule(launched, ready_.size());
  }

private:
  std::vector<Task> ready_;
  int slots_ = 1, running_ = 0, cores_ = 1, external_loads_ = 0;
};

} // namespace

MALHA_VIEWS(views<HostView>())

} // namespace malha::conformance
