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

  explicit HostView(const Json& view) {
    const Part all(view, {"ready", "slots", "running", "cores", "external_loads"});
    ready_ = ready_tasks_of(all.amounts("ready"));
    slots_ = all.integer("slots", 1, 1);
    running_ = all.integer("running", 0, 0, slots_);
    cores_ = all.integer("cores", 1, 1);
    external_loads_ = all.integer("external_loads", 0, 0);
  }

  static Json draw(Draw& draw) {
    const int slots = draw.once("slots", [&] { return draw.integer(1, 8); }).get<int>();
    return {{"ready", draw.works(20)},
            {"slots", slots},
            {"running", draw.integer(0, slots)},
            {"cores", draw.once("cores", [&] { return draw.integer(1, 16); })},
            {"external_loads", draw.one_in(2) ? 0 : draw.integer(0, 20)}};
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
