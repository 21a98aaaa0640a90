// SPDX-License-Identifier: MIT
#include "actors/runtime/records/task_journal.hpp"
#include "dag/directory.hpp"
#include "dag/model/host_tasks.hpp"
#include "decisions.hpp"
#include "iteration.hpp"
#include "sites.hpp"

#include <algorithm>

namespace malha::easygrid::dag {
namespace {

/// The host manager HM of an application with DAGs, with its scheduler HDS (tonelli2010, section 2.1.1). It
/// launches the ready tasks of its host, sends what they have made to the hosts of their children, reports to
/// the site manager, and gives up tasks on request.
class HostManager : public Actor {
public:
  static ActorDescriptor descriptor();

  explicit HostManager(ActorContext& context);
  void run() override;
  void measure(Seconds) override {
    iteration_.measure();
    context_.simulation().recorder().count("data_passed_on", tasks_.passed_on());
  }

private:
  struct Running {
    Task task;
    std::unique_ptr<Execution> execution;
  };

  void take(const Package& package);
  void take(const Data& data) { tasks_.take(data, now()); }
  void take(const Moved& moved) { tasks_.take(moved); }
  void take(const Named& named) { give(named.tasks); }
  void take(const Asking& asking);
  void take(const End&) { ended_ = true; }
  void give(const std::vector<TaskId>& tasks);
  void see_ended_tasks();
  void launch();
  void explain(const std::vector<std::size_t>& chosen) const;
  void send_data();
  void report();
  Load load() const;

  ActorContext& context_;
  Iteration iteration_;
  Inbox<HostMessage> inbox_;
  Directory& directory_;
  HostTasks tasks_;
  const Address<SiteMessage, HostReport> manager_;
  std::map<int, Address<HostMessage>> hosts_; ///< to which it has sent data
  const PolicyUse<LaunchOrder> order_;
  const PolicyUse<GiveUp> give_up_;
  const HostPower power_;
  const Seconds heartbeat_interval_;
  const int resource_; ///< index of the host in the records
  TaskJournal journal_;
  std::vector<Running> running_;
  News news_;        ///< since the last report
  double share_ = 0; ///< of the host's speed, as the last ended task had it
  Seconds last_report_ = 0;
  bool ended_ = false;
};

ActorDescriptor HostManager::descriptor() {
  auto parameters = Iteration::parameters();
  parameters.insert(parameters.begin(), site_parameter());
  parameters.push_back(
      integer("nt", 1, between(1, 1e6), "count", "most application tasks that run at once on the host"));
  parameters.push_back(real("heartbeat_interval", 5, above(0), "s",
                            "longest silence before a heartbeat is sent (I_heartbeat)"));
  auto metrics = Iteration::metrics();
  metrics.push_back({"data_passed_on", "count", "messages with data for tasks that had moved meanwhile"});
  return describe<HostManager>(host_manager,
                               "launches the ready tasks of DAGs on one host and sends on what they make",
                               "tonelli2010, section 2.1.1")
      .takes(std::move(parameters))
      .asks({{"order", LaunchOrder::question, "easygrid/static_order"},
             {"give_up", GiveUp::question, "easygrid/lightest_first"}})
      .measures(std::move(metrics));
}

HostManager::HostManager(ActorContext& context)
    : context_(context), iteration_(context), inbox_(context, reception_of(context.parameters())),
      directory_(Directory::of(context)), tasks_(directory_.application, context.self().number),
      manager_(context, site_manager_of(context, site_manager)), order_(context.policy<LaunchOrder>("order")),
      give_up_(context.policy<GiveUp>("give_up")), power_(context),
      heartbeat_interval_(context.parameters().real("heartbeat_interval")),
      resource_(context.simulation().recorder().add_resource(
          context.host()->get_name(), context.host()->get_speed(), context.host()->get_core_count(),
          context.parameters().text("site"), power_.slots())),
      journal_(context.simulation().recorder(), context.simulation().workload().name(),
               context.parameters().text("site")) {}

void HostManager::run() {
  inbox_.open();
  while (!ended_) {
    iteration_.sleep();
    iteration_.take_messages(inbox_, [this](HostMessage&& message) {
      std::visit([this](const auto& kind) { take(kind); }, message);
    });
    see_ended_tasks();
    launch();
    send_data();
    report();
    iteration_.charge();
  }
  manager_.send(EndAck{});
}

void HostManager::take(const Package& package) {
  iteration_.touch(package.tasks.size());
  tasks_.take(package, now());
}

void HostManager::take(const Asking& asking) {
  const auto ready = tasks_.ready();
  const GiveUpView view{now(), asking.fraction, ready};
  const auto given = give_up_.ask([&](auto& policy) { return policy.give_up(view); });
  give_up_.check_positions(given, ready.size(), "ready task");
  std::vector<TaskId> tasks;
  for (const auto position : given)
    tasks.push_back(ready[position].id);
  give(tasks);
}

void HostManager::give(const std::vector<TaskId>& tasks) {
  auto given = tasks_.give(tasks);
  directory_.count_data(context_, site_manager_of(context_, site_manager), given.tasks);
  iteration_.touch(given.tasks.size());
  manager_.send(std::move(given));
}

void HostManager::see_ended_tasks() {
  for (auto& [task, execution] : running_) {
    const auto end = execution->end();
    if (!end)
      continue;
    iteration_.touch(1);
    share_ = power_.share_of_ended(task.work, *end - execution->start());
    tasks_.ended(task.id, now());
    news_.ended.push_back({task.id, *end});
    journal_.finished(journal_.row(task, execution->start(), *end, IndexSet(resource_, 1)));
    execution.reset();
  }
  running_.erase(
      std::remove_if(running_.begin(), running_.end(), [](const auto& one) { return !one.execution; }),
      running_.end());
}

void HostManager::launch() {
  const int running = static_cast<int>(running_.size());
  const OrderView view{now(),
                       tasks_.waiting(),
                       running,
                       power_.slots(),
                       context_.simulation().external_loads(context_.host()),
                       context_.host()->get_core_count()};
  const auto chosen = order_.ask([&](auto& policy) { return policy.launch(view); });
  order_.check_positions(chosen, view.waiting.size(), "waiting task");
  if (running + static_cast<int>(chosen.size()) > power_.slots())
    order_.broke("it launches " + std::to_string(chosen.size()) + " tasks with " + std::to_string(running) +
                 " of " + std::to_string(power_.slots()) + " slots taken");
  for (const auto position : chosen)
    if (view.waiting[position].ready_since == never)
      order_.broke("it launches waiting task " + std::to_string(position) + ", which is not ready");
  if (context_.simulation().recorder().explains())
    explain(chosen);
  for (auto& task : tasks_.launch(chosen)) {
    iteration_.touch(1);
    auto execution = context_.simulation().executions().start(context_.host(), task.work);
    news_.launched.push_back({task.id, execution->start()});
    running_.push_back({std::move(task), std::move(execution)});
  }
}

/// Says when the data of tasks of DAGs had come that begin now.
void HostManager::explain(const std::vector<std::size_t>& chosen) const {
  for (const auto position : chosen)
    if (const auto& one = tasks_.waiting()[position]; one.task.is_in_dag)
      context_.simulation().recorder().dag_started(
          {number_of(one.task), resource_, std::nullopt, one.ready_since, std::nullopt});
}

void HostManager::send_data() {
  for (auto& [host, data] : tasks_.take_data()) {
    const auto& to = context_.simulation().peers(host_manager)[static_cast<std::size_t>(host)];
    directory_.count_data(context_, to, data.bytes);
    hosts_.try_emplace(host, context_, to).first->second.send(std::move(data));
  }
}

/// The source's heartbeat of a host without tasks says that it gives no power (eq. 4.3). Here it says what
/// one task would get, since such a host is where waiting tasks should go.
Load HostManager::load() const {
  const double share =
      news_.ended.empty() ? power_.share_of_running(std::max(1, static_cast<int>(running_.size()))) : share_;
  const Flops ready = tasks_.ready_work();
  return load_of_host(share * context_.host()->get_speed(), ready, ready > 0);
}

void HostManager::report() {
  if (news_.launched.empty() && news_.ended.empty() && now() - last_report_ < heartbeat_interval_)
    return;
  last_report_ = now();
  news_.host = context_.self().number;
  news_.load = load();
  manager_.send(std::exchange(news_, {}));
}

MALHA_ACTOR(HostManager::descriptor())

} // namespace
} // namespace malha::easygrid::dag
