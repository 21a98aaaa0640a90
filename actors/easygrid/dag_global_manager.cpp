// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/checked_planner.hpp"
#include "dag/directory.hpp"
#include "dag/model/grid_scheduler.hpp"
#include "ending.hpp"
#include "sites.hpp"

namespace malha::easygrid::dag {
namespace {

class CheckedMediation : public Mediation {
public:
  explicit CheckedMediation(ActorContext& context) : policy_(context.policy<Mediation>("mediation")) {}

  std::vector<std::size_t> choose(const MediationView& view) override {
    auto chosen = policy_.ask([&](Mediation& policy) { return policy.choose(view); });
    policy_.check_positions(chosen, view.wanted.size(), "wanted task");
    return chosen;
  }

private:
  const PolicyUse<Mediation> policy_;
};

/// The global manager GM of an application with DAGs, its entry point. It plans each job before it is
/// submitted, and ends the application. `GridScheduler` is its scheduler GDS; the actor waits, sends and
/// receives.
class GlobalManager : public Actor {
public:
  static ActorDescriptor descriptor();

  explicit GlobalManager(ActorContext& context);
  void run() override;
  void measure(Seconds) override { iteration_.measure(); }

private:
  void admit_jobs();
  void take(const SiteNews& news);
  void take(const FinishQuery& query) { scheduler_.take(query); }
  void take(const Wish& wish) { scheduler_.take(wish, now()); }
  void take(const Given& given) { scheduler_.take(given, now()); }
  void take(const Moved& moved) { scheduler_.take(moved); }
  void take(const EndAck&) { ending_.child_ended(); }
  void act();

  ActorContext& context_;
  Iteration iteration_;
  Inbox<GridMessage> inbox_;
  CheckedPlanner planner_;
  CheckedMediation mediation_;
  Directory& directory_;
  GridScheduler scheduler_;
  std::vector<Address<SiteMessage, SiteOrder>> sites_; ///< by number
  Ending ending_;
};

ActorDescriptor GlobalManager::descriptor() {
  auto parameters = Iteration::parameters();
  parameters.push_back(Ending::parameter());
  auto metrics = Iteration::metrics();
  metrics.insert(metrics.begin(), {{"wishes", "count", "requests of sites for tasks of others"},
                                   {"moved_between_sites", "count", "tasks that went to another site"},
                                   transferred_bytes()});
  return describe<GlobalManager>(global_manager,
                                 "plans the tasks of DAGs and mediates between the sites that have them",
                                 "tonelli2010, section 2.1.3")
      .takes(std::move(parameters))
      .asks({{"planning", workflow::Planner::question, "workflow/heft"},
             {"mediation", Mediation::question, "easygrid/greatest_gain"}})
      .measures(std::move(metrics))
      .runs({Shape::bag_of_tasks, Shape::dag})
      .supports(supported_by_managers());
}

GlobalManager::GlobalManager(ActorContext& context)
    : context_(context), iteration_(context), inbox_(context, reception_of(context.parameters())),
      planner_(context, "planning"), mediation_(context), directory_(Directory::of(context)),
      scheduler_(directory_.application, mediation_), ending_(context, iteration_) {
  context.simulation().refuse_jobs_that_wait(); // tasks of DAGs wait, and sites report how many have ended
  for (const auto& site : context.simulation().peers(site_manager))
    sites_.emplace_back(context, site);
  if (sites_.empty())
    throw InputError(std::string("there is no ") + site_manager);
}

void GlobalManager::run() {
  inbox_.open();
  const auto handle = [this](GridMessage&& message) {
    std::visit([this](const auto& kind) { take(kind); }, message);
  };
  for (;; iteration_.sleep()) {
    iteration_.take_messages(inbox_, handle);
    admit_jobs();
    act();
    if (scheduler_.all_ended() && context_.simulation().workload().peek() == nullptr)
      break;
    iteration_.charge();
  }
  for (const auto& site : sites_)
    site.send(End{});
  ending_.wait_for(sites_.size(), inbox_, handle);
}

void GlobalManager::admit_jobs() {
  auto& simulation = context_.simulation();
  for (const Job* next; (next = simulation.workload().peek()) != nullptr && next->submitted <= now();) {
    Job job = take_job(simulation);
    const auto tasks = job.tasks;
    if (shape_of(job) == Shape::dag)
      count_transferred(simulation.recorder(), 0);
    try {
      directory_.application.add(std::move(job), planner_, now());
    } catch (const BrokenPlan& broken) {
      planner_.broke(broken.what());
    }
    scheduler_.distribute(tasks);
  }
}

void GlobalManager::take(const SiteNews& news) {
  iteration_.touch(static_cast<std::size_t>(news.ended));
  scheduler_.take(news);
}

void GlobalManager::act() {
  auto output = scheduler_.take_output();
  context_.simulation().recorder().count("wishes", output.wishes);
  context_.simulation().recorder().count("moved_between_sites", output.moved);
  for (auto& [site, message] : output.to_sites) {
    if (const auto* package = std::get_if<Package>(&message)) {
      iteration_.touch(package->tasks.size());
      directory_.count_data(context_,
                            context_.simulation().peers(site_manager)[static_cast<std::size_t>(site)],
                            package->tasks);
    }
    sites_[static_cast<std::size_t>(site)].send(std::move(message));
  }
}

MALHA_ACTOR(GlobalManager::descriptor())

} // namespace
} // namespace malha::easygrid::dag
