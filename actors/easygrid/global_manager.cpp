// SPDX-License-Identifier: MIT
#include "global_manager.hpp"

#include "sites.hpp"

namespace malha::easygrid {

ActorDescriptor GlobalManager::descriptor() {
  auto metrics = Iteration::metrics();
  metrics.insert(metrics.begin(), {{"global_events_total", "count",
                                    "checks of the balance of sites after which tasks were asked for"},
                                   {"global_events_accepted", "count", "those answered with tasks"}});
  return describe<GlobalManager>(
             "easygrid/global_manager",
             "distributes the tasks of an application over sites and moves ready tasks between them",
             "tonelli2010, section 2.1.3, with Algs. 2, 5 and 6 one level up")
      .takes(Scheduling::parameters())
      .asks(Decisions::questions())
      .measures(std::move(metrics))
      .runs({Shape::bag_of_tasks, Shape::dag})
      .supports(supported_by_managers());
}

GlobalManager::GlobalManager(ActorContext& context)
    : iteration_(context), inbox_(context, reception_of(context.parameters())),
      scheduling_(
          context, iteration_, {"global_events_total", "global_events_accepted"},
          [this](int site, Order order) { sites_[static_cast<std::size_t>(site)].send(std::move(order)); }) {
  for (const auto& site : context.simulation().peers("easygrid/site_manager")) {
    FlopsPerSecond power = 0;
    for (const auto& host : hosts_of_site(context.simulation(), site.parameters.text("site")))
      power += power_of(host);
    sites_.emplace_back(context, site);
    scheduling_.add_child(site.host->get_name(), power);
  }
  if (sites_.empty())
    throw InputError("there is no easygrid/site_manager");
}

void GlobalManager::run() {
  inbox_.open();
  const auto handle = [this](GridMessage&& message) {
    std::visit([this](const auto& kind) { take(kind); }, message);
  };
  for (;; iteration_.sleep()) {
    iteration_.take_messages(inbox_, handle);
    scheduling_.admit_jobs();
    if (scheduling_.all_tasks_ended())
      break;
    scheduling_.check_balance();
    iteration_.charge();
  }
  scheduling_.end_children(inbox_, handle);
}

void GlobalManager::take(const SiteReport& report) {
  scheduling_.drop(static_cast<std::size_t>(report.ended));
  for (const TaskId task : report.in_dags)
    scheduling_.ended(task);
  iteration_.touch(static_cast<std::size_t>(report.ended));
  scheduling_.update(report.site, report.load, "report");
  scheduling_.check_after_message();
}

MALHA_ACTOR(GlobalManager::descriptor())

} // namespace malha::easygrid
