// SPDX-License-Identifier: MIT
#include "site_manager.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "sites.hpp"

namespace malha::easygrid {

ActorDescriptor SiteManager::descriptor() {
  auto parameters = Scheduling::parameters();
  parameters.insert(parameters.begin(), site_parameter());
  parameters.push_back(
      real("report_interval", 5, above(0), "s",
           "longest silence before a report is sent to the global manager, if there is one"));
  auto metrics = Iteration::metrics();
  metrics.insert(metrics.begin(),
                 {{"events_total", "count", "checks of the balance after which tasks were asked for"},
                  {"events_accepted", "count", "those answered with tasks"}});
  return describe<SiteManager>("easygrid/site_manager",
                               "distributes the tasks of an application over the hosts of a site and moves "
                               "ready tasks between them",
                               "tonelli2010, Algs. 2, 5 and 6, eqs. 2.4 and 2.5")
      .takes(std::move(parameters))
      .asks(Decisions::questions())
      .measures(std::move(metrics))
      .runs({Shape::bag_of_tasks, Shape::dag})
      .yields_to("easygrid/global_manager")
      .supports(supported_by_managers());
}

SiteManager::SiteManager(ActorContext& context)
    : context_(context), iteration_(context), inbox_(context, reception_of(context.parameters())),
      scheduling_(context, iteration_, {"events_total", "events_accepted"},
                  [this](int child, Order order) {
                    children_[static_cast<std::size_t>(child)].send(std::move(order));
                  }),
      report_interval_(context.parameters().real("report_interval")) {
  const auto& site = context.parameters().text("site");
  for (const auto& host : hosts_of_site(context.simulation(), site)) {
    child_of_host_.resize(static_cast<std::size_t>(host.number) + 1, -1);
    child_of_host_.back() = static_cast<int>(children_.size());
    children_.emplace_back(context, host);
    scheduling_.add_child(host.host->get_name(), power_of(host));
  }
  if (children_.empty())
    throw InputError("site '" + site + "' has no easygrid/host_manager");
  if (const auto& above = context.simulation().peers(descriptor().yields_to); !above.empty())
    global_.emplace(context, above.front());
}

void SiteManager::run() {
  inbox_.open();
  const auto handle = [this](SiteMessage&& message) {
    std::visit([this](const auto& kind) { take(kind); }, message);
  };
  for (;; iteration_.sleep()) {
    iteration_.take_messages(inbox_, handle);
    if (!global_)
      scheduling_.admit_jobs();
    if (global_ ? ended_ : scheduling_.all_tasks_ended())
      break;
    if (global_) {
      ask_hosts();
      report();
    }
    if (!serves_request())
      scheduling_.check_balance();
    iteration_.charge();
  }
  scheduling_.end_children(inbox_, handle);
  if (global_)
    global_->send(EndAck{});
}

void SiteManager::update(int host, const Load& load, const char* message) {
  scheduling_.update(child_of_host_.at(static_cast<std::size_t>(host)), load, message);
  if (!serves_request())
    scheduling_.check_after_message();
}

void SiteManager::take(const TaskEnded& ended) {
  scheduling_.drop(1);
  ++tasks_ended_;
  if (ended.is_in_dag && global_)
    in_dags_.push_back(ended.task);
  else if (ended.is_in_dag)
    scheduling_.ended(ended.task);
  iteration_.touch(1);
  update(ended.host, ended.load, "task_ended");
}

void SiteManager::take(const Heartbeat& heartbeat) { update(heartbeat.host, heartbeat.load, "heartbeat"); }

void SiteManager::take(const TaskPackage& package) {
  iteration_.touch(package.tasks.size());
  scheduling_.take_over(package.tasks);
}

/// Takes the answer of a host: to an event of the site, or to a request of the global manager. There is one
/// at a time.
void SiteManager::take_answer(const std::vector<Task>& given) {
  if (answers_ == 0) {
    scheduling_.end_event(given);
    return;
  }
  iteration_.touch(given.size());
  given_.insert(given_.end(), given.begin(), given.end());
  if (--answers_ > 0)
    return;
  scheduling_.drop(given_.size());
  if (given_.empty())
    global_->send(Nack{});
  else
    global_->send(Ack{std::exchange(given_, {})});
}

/// Passes a request of the global manager on to all hosts that have reported ready tasks. An event of the
/// site comes first.
void SiteManager::ask_hosts() {
  if (!request_ || scheduling_.event_under_way())
    return;
  const Request request = *std::exchange(request_, std::nullopt);
  for (const auto& load : scheduling_.loads())
    if (load.ert > 0) {
      ++answers_;
      children_[static_cast<std::size_t>(load.child)].send(request);
    }
  if (answers_ == 0)
    global_->send(Nack{});
}

void SiteManager::report() {
  const Seconds now = simgrid::s4u::Engine::get_clock();
  if (tasks_ended_ == 0 && now - last_report_ < report_interval_)
    return;
  last_report_ = now;
  global_->send(SiteReport{context_.self().number, static_cast<std::int64_t>(std::exchange(tasks_ended_, 0)),
                           load_of_site(scheduling_.loads()), std::exchange(in_dags_, {})});
}

MALHA_ACTOR(SiteManager::descriptor())

} // namespace malha::easygrid
