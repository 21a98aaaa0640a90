// SPDX-License-Identifier: MIT
#include "actors/model/broken_rule.hpp"
#include "actors/model/given_up.hpp"
#include "actors/runtime/simgrid/job_intake.hpp"
#include "actors/runtime/simgrid/planned_crashes.hpp"
#include "actors/runtime/simgrid/return_guard.hpp"
#include "actors/runtime/simgrid/run_clock.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/sleepers.hpp"
#include "actors/runtime/simgrid/versions.hpp"
#include "actors/tuple_space/model/model.hpp"
#include "checked_choice.hpp"
#include "clients.hpp"
#include "server_group.hpp"

namespace malha::tuple_space {
namespace {

namespace s4u = simgrid::s4u;

BagProtocol::Weights weights_of(const Parameters& parameters) {
  const Bytes description = parameters.real("description");
  return {description, description};
}

/// Puts bags into the space and takes their results, each in an actor of its own (GridTS, Alg. 1). When its
/// host recovers, it begins each bag again, and the space knows how far the bag is. If all dates are planned,
/// the broker runs itself and all resources as a `Model`.
class SpaceBroker : public Actor {
public:
  explicit SpaceBroker(ActorContext& context)
      : context_(context),
        intake_(context, {[this](const Job& job) { start(job, s4u::Engine::get_clock()); }},
                JobIntake::Dags::whole),
        policy_(context), shared_(SpaceContext::of(context)),
        planned_(PlannedCrashes::of(context.simulation())), sleepers_(Sleepers::of(context.simulation())),
        weights_(weights_of(context.parameters())),
        is_instant_(context.simulation().transport() == Transport::instant) {
    shared_.check_same_policy(context);
    for (const auto& server : servers_of(context.simulation()))
      context.simulation().network().check_route(context.host(), server.host);
  }

  void run() override {
    try {
      intake_.open();
      shared_.runs_as_model() ? run_model() : run_actors();
    } catch (const BrokenRule& broken) {
      policy_.broke(broken.what());
    }
  }

  void measure(Seconds) override { shared_.journal.close(); }
  std::string blocked_on() const override {
    const auto tasks = shared_.journal.unfinished();
    return !tasks.empty() && (model_ ? model_->all_down() : shared_.crashes.all_resources_down())
               ? "a resource: all are down, and tasks " + tasks + " have not run"
               : "";
  }

private:
  void run_model() {
    auto& simulation = context_.simulation();
    for (std::size_t i = 0; i < shared_.pullers.size(); ++i)
      shared_.pullers[i].crash = planned_.date_of(*shared_.hosts[i]);
    model_.emplace(shared_.local.store(), shared_.pullers, policy_, weights_, intake_, shared_.journal.bags(),
                   simulation.only_peer("tuple_space/space").parameters.real("detection_delay"));
    for (model_->round(run_clock.now()); !model_->is_over(); model_->round(run_clock.now())) {
      context_.waits_for = intake_.more() ? nullptr : &waits_for_results_;
      sleep_to(model_->next());
    }
  }

  void sleep_to(Seconds planned_end) {
    if (sleepers_.nobody_else_acts_before(context_.simulation(), planned_end))
      return run_clock.look_ahead_to_end(planned_end);
    run_clock.catch_up();
    if (planned_end == never)
      news_->acquire(); // a deadlock: nothing wakes it
    s4u::this_actor::sleep_until(planned_end);
  }

  void run_actors() {
    begin_run();
    if (is_replicated(context_.simulation()))
      ServerGroup::of(context_).when_lost([this] { wake_up(); });
    while (intake_.more()) {
      give_up_if_lost();
      take_job();
    }
    context_.waits_for = &waits_for_results_;
    for (; under_way_ > 0; news_->acquire())
      give_up_if_lost();
    if (guard_)
      guard_->close();
  }

  /// Called from within SimGrid, which would abort if it woke an actor that is killed at this date.
  void wake_up() {
    if (context_.host()->is_on())
      news_->release();
  }

  /// The servers that are left will never know what the others had committed.
  void give_up_if_lost() const {
    if (is_replicated(context_.simulation()) && ServerGroup::of(context_).is_lost())
      throw GivenUp("too many servers of the tuple space were down at once, or had not recovered; tasks " +
                    shared_.journal.unfinished() + " have no result");
  }

  void begin_run() {
    if (!may_recover(context_.simulation(), *context_.host()))
      return;
    if (!guard_) {
      begin_first_run();
      return;
    }
    began_ = s4u::Engine::get_clock();
    under_way_ = 0;
    news_ = s4u::Semaphore::create(0);
    std::vector<std::pair<const JobId, Bag>*> again;
    for (auto& bag : bags_)
      again.push_back(&bag);
    for (auto* bag : again)
      serve(*bag, began_);
  }

  /// The run continues while the broker is down: its user waits for the results.
  void begin_first_run() {
    auto& simulation = context_.simulation();
    if (intake_.awaits_messages())
      throw InputError(
          "host '" + context_.host()->get_name() +
          "' fails and recovers, and workload/submitter would send jobs to tuple_space/broker while "
          "it is down; valid: a deployment without workload/submitter");
    s4u::Actor::self()->set_auto_restart(true);
    guard_.emplace(simulation);
    guard_->open();
  }

  void take_job() {
    const Seconds date = intake_.next();
    if (date == never)
      return intake_.take(*intake_.receive_before(never));
    s4u::this_actor::sleep_until(date);
    start(intake_.take(), std::max(date, began_));
  }

  void start(Job job, Seconds date) {
    shared_.journal.bags().submitted(job);
    std::vector<double> works;
    for (const auto& task : job.tasks)
      works.push_back(task.work);
    auto classes = classes_of(policy_, works, "tasks");
    const JobId id = job.id;
    serve(*bags_.try_emplace(id, std::move(job), std::move(classes)).first, date);
  }

  void serve(std::pair<const JobId, Bag>& bag, Seconds date) {
    ++under_way_;
    const auto name = context_.self().mailbox + "-job-" + std::to_string(bag.first);
    add_actor(name, context_.host(), [this, &bag, date] {
      const bool is_over = !run(bag.second, date) || !guard_;
      if (is_over)
        bags_.erase(bag.first);
      --under_way_;
      news_->release();
    });
  }

  /// Runs in an actor of its own, which asks no policy: an exception would be lost. Returns whether there was
  /// anything to do.
  bool run(Bag& bag, Seconds date) {
    const auto id = shared_.clients.begin(shared_.broker());
    bool did_something = false;
    if (is_instant_) {
      LocalClient space(shared_, id);
      space.set_date(date);
      shared_.local.undo_before(id, date);
      did_something = BagProtocol(space, weights_, bag.job(), bag.classes(), bag, bag.graph()).run();
    } else {
      Peer self = context_.self();
      self.mailbox += "/" + std::to_string(id);
      const auto space = make_network_client(context_, id, self);
      space->open();
      did_something = BagProtocol(*space, weights_, bag.job(), bag.classes(), bag, bag.graph()).run();
      space->close();
    }
    shared_.clients.leave(id);
    return did_something;
  }

  ActorContext& context_;
  JobIntake intake_;
  CheckedChoice policy_;
  SpaceContext& shared_;
  const PlannedCrashes& planned_;
  const Sleepers& sleepers_;
  const BagProtocol::Weights weights_;
  const bool is_instant_;
  const std::string waits_for_results_ = "results";
  std::optional<Model> model_; ///< if the broker runs the resources as a model
  /// The bags under way. If the broker may crash, also bags whose results the user has, until a later run has
  /// found nothing of them in the space.
  std::map<JobId, Bag> bags_;
  int under_way_ = 0;
  s4u::SemaphorePtr news_ = s4u::Semaphore::create(0); ///< a bag has ended, or the space is lost
  std::optional<ReturnGuard> guard_;                   ///< if its host fails and recovers
  Seconds began_ = 0;                                  ///< of this run, since the last recovery
};

} // namespace

MALHA_ACTOR(
    describe<SpaceBroker>("tuple_space/broker",
                          "puts the tasks of bags into the tuple space, and takes their results",
                          "GridTS, Alg. 1")
        .takes({real("description", 1024, between(0, 1e15), "B",
                     "what a JOB weighs on the network, and a TASK besides its input")})
        .asks({{"", pull::Choice::question}})
        .measures(BagJournal::metrics())
        .runs({malha::Shape::bag_of_tasks, malha::Shape::dag})
        .attempts_end({"lost"})
        .allows({{Trait::overrun}})
        .supports({{Condition::network},
                   {Condition::inputs},
                   {Condition::bandwidth_profile},
                   {Condition::speed_profile},
                   {Condition::host_fails},
                   {Condition::host_recovers},
                   {Condition::external_load},
                   {Condition::message_late, {{"transport", "network"}, {"tuple_space/space", "none"}}},
                   {Condition::message_lost, {{"transport", "network"}, {"tuple_space/space", "none"}}},
                   {Condition::message_doubled, {{"transport", "network"}, {"tuple_space/space", "none"}}}})
        .runs_again())

} // namespace malha::tuple_space
