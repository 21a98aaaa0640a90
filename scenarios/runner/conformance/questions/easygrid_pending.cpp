// SPDX-License-Identifier: MIT
#include "policies/easygrid/pending.hpp"
#include "scenarios/runner/conformance/views.hpp"

namespace malha::conformance {
namespace {

/// A site whose hosts have the numbers from 0 on, and one more host of another site, with waiting tasks. All
/// hosts are 1 s and 1 B/s apart. A task reads of the tasks before it, and of one that another host ran. An
/// answer is a list of [task, host].
class SiteView {
public:
  using Question = easygrid::Pending;

  void fields(Fields& field, Draw& draw) {
    hosts_.resize(static_cast<std::size_t>(draw.once("hosts", [&] { return draw.integer(1, 4); })));
    int number = 0;
    field.list("hosts", hosts_, [&](Fields& of_host, easygrid::PendingHost& host) {
      host.host = number++;
      of_host("power", host.power, above_0(), draw.integer(1, 3));
      of_host("free_at", host.free_at, draw.integer(0, 8));
    });
    field.need(!hosts_.empty(), "there is no host");
    const int hosts = static_cast<int>(hosts_.size());
    tasks_.resize(draw.count(0, 8));
    int before = 0;
    field.list("tasks", tasks_, [&](Fields& of_task, Waiting& one) {
      of_task("work", one.work, above_0(), draw.integer(1, 6));
      of_task("host", one.host, from(-1, hosts - 1), draw.one_in(8) ? -1 : draw.integer(0, hosts - 1));
      of_task("reads_before", one.reads_before, from(0, before), draw.integer(0, std::min(before, 2)));
      of_task("reads_of_host", one.reads_of_host, from(-1, hosts),
              draw.one_in(2) ? -1 : draw.integer(0, hosts));
      of_task("data", one.data, draw.integer(0, 3));
      ++before;
    });
  }

  Json ask(easygrid::Pending& policy, Asking& asking) const {
    asking.stays("the number of hosts", hosts_.size());
    const auto tasks = pending();
    const auto network = network_between();
    Json moves = Json::array();
    for (const auto& one : asking.ask([&] { return policy.relocate({2, tasks, hosts_, network}); }))
      moves.push_back({one.task, one.host});
    return moves;
  }

  std::string broken_rule(const Json& answer) const {
    std::vector<easygrid::Relocation> moves;
    for (const auto& one : answer)
      moves.push_back({one.at(0).get<std::size_t>(), one.at(1).get<int>()});
    const auto tasks = pending();
    return easygrid::broken_rule({2, tasks, hosts_, network_between()}, moves);
  }

private:
  struct Waiting {
    Flops work = 1;
    int host = 0;
    int reads_before = 0;   ///< it reads of so many tasks right before it
    int reads_of_host = -1; ///< where a task outside of the view ran, of which it reads; -1: none
    Bytes data = 0;         ///< of each that it reads
  };

  workflow::Network network_between() const { return {static_cast<int>(hosts_.size()) + 1, 1, 1}; }

  std::vector<easygrid::PendingTask> pending() const {
    std::vector<easygrid::PendingTask> tasks;
    for (const auto& one : tasks_) {
      easygrid::PendingTask task{one.work, one.host, {}};
      for (int back = 1; back <= one.reads_before; ++back)
        task.inputs.push_back({static_cast<int>(tasks.size()) - back, -1, 0, one.data});
      if (one.reads_of_host >= 0)
        task.inputs.push_back({-1, one.reads_of_host, 3, one.data});
      tasks.push_back(std::move(task));
    }
    return tasks;
  }

  std::vector<easygrid::PendingHost> hosts_;
  std::vector<Waiting> tasks_;
};

} // namespace

MALHA_VIEWS(views<SiteView>())

} // namespace malha::conformance
