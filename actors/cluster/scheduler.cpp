// SPDX-License-Identifier: MIT
#include "actors/cluster/model/model.hpp"
#include "actors/runtime/simgrid/host_watch.hpp"
#include "actors/runtime/simgrid/job_intake.hpp"
#include "actors/runtime/simgrid/planned_crashes.hpp"
#include "actors/runtime/simgrid/round_loop.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "checked_queue.hpp"
#include "checkpointing.hpp"
#include "continuing.hpp"
#include "hosts.hpp"
#include "journal.hpp"
#include "limiting.hpp"
#include "metering.hpp"
#include "node_parts.hpp"
#include "node_rules.hpp"
#include "predicting.hpp"
#include "prioritizing.hpp"
#include "releasing.hpp"
#include "scheduler_parameters.hpp"
#include "sharing.hpp"
#include "site.hpp"
#include "site_files.hpp"
#include "sizing.hpp"
#include "sleeping_machines.hpp"
#include "slowed_machines.hpp"
#include "upper_level.hpp"

namespace malha::cluster {
namespace {

namespace s4u = simgrid::s4u;

/// The book of the scheduler before the run, for the watched hosts.
Book book_of(ActorContext& context, const HostWatch& watch, const SiteRules& site, const Queue& policy,
             bool predicts) {
  const auto& hosts = watch.hosts();
  Machines machines(watch.speeds(), machines_of(hosts), context.simulation().speeds_of(hosts));
  if (shares_nodes(context)) {
    note_weights_of_shared_nodes(context, hosts, site);
    return Book({std::move(machines), shared_machines(context, hosts)});
  }
  Book book(std::move(machines));
  keep_to_node_rules(context, hosts, site, policy, predicts, book);
  return book;
}

/// A centralised batch scheduler. The logic is in `Model`; the actor waits, passes on messages, and calls
/// rounds. Under execution=timeline the model plans the ends of jobs, so that a job needs no actor and no
/// activity of SimGrid. Otherwise the actors on the nodes report the ends.
class Scheduler : public Actor {
public:
  explicit Scheduler(ActorContext& context);

  void run() override;
  void measure(Seconds end) override;

private:
  void heed_power();
  void own_host_switched(const HostWatch::Switch& seen);
  void round(Seconds now);
  bool take_switches(Seconds& now);
  void settle_with_upper_level(Seconds now);
  void handle(const std::any& message);
  void take(const EndedOnNode& part);
  Seconds wait();
  Seconds wait_for_messages(Seconds until);

  ActorContext& context_;
  JobIntake intake_;
  CheckedQueue policy_;
  CheckedCheckpoint checkpoints_;
  Prioritizing priorities_;
  Limiting limits_;
  const SiteRules rules_;
  Predicting predictions_;
  Releasing releases_;
  GridTotals& grid_;
  const int first_resource_;
  Journal journal_;
  const std::string waits_for_policy_ = "its policy to start a queued job";
  HostWatch host_watch_;
  std::optional<Metering> metering_; ///< if energy is modelled
  CheckedSleep sleep_;
  CheckedFrequency frequency_;
  Model model_;
  std::optional<NodeParts> node_parts_; ///< unless ends are planned
  std::optional<UserWatch> users_;      ///< if jobs share hosts
  std::optional<UpperLevel> upper_level_;
  std::optional<Continuing> continuing_; ///< if the run leaves a snapshot, or continues one
  const bool is_notified_of_switches_; ///< by messages: nodes may fail, and the scheduler waits for messages
  bool has_run_ = false;               ///< `run` was called before: the host has recovered
};

Scheduler::Scheduler(ActorContext& context)
    : context_(context), intake_(context, {[this](const Job& job) { model_.submit(job); },
                                           [this](const std::any& message) { handle(message); }}),
      policy_(context), checkpoints_(context), priorities_(context, policy_), limits_(context),
      rules_(rules_of_site(context, priorities_.ranks(), limits_.limits())), predictions_(context, policy_),
      releases_(context), grid_(GridTotals::of(context.simulation())),
      first_resource_(context.simulation().recorder().resources()),
      journal_(context.simulation().recorder(), grid_, context.simulation().workload().name(),
               site_name(context.parameters()), first_resource_, slots_of_host(context)),
      host_watch_(context.simulation(), announce_nodes(context)),
      metering_(Metering::of(context, host_watch_.hosts(), checkpoints_.leaves_any())), sleep_(context),
      frequency_(context), model_(book_of(context, host_watch_, rules_, policy_, predictions_.predicts()),
                                  policy_, intake_, Admission(admission_of(context)), rules_of(context)),
      is_notified_of_switches_(
          context.simulation().hosts_may_change() &&
          (!plans_ends(context) || !context.simulation().peers(scheduler_above).empty())) {
  check_sharing(context, policy_.places_tasks());
  check_sizing(context, policy_);
  if (!plans_ends(context)) {
    node_parts_.emplace(context, host_watch_.hosts(), model_);
    model_.add(*node_parts_);
  }
  if (context.simulation().hosts_may_change())
    model_.watch_losses([this](int node) { return host_watch_.stays_down(node); },
                        !context.simulation().peers(scheduler_above).empty());
  if (shares_nodes(context))
    users_.emplace(context, host_watch_.hosts());
  if (const auto checkpointing =
          checkpointing_of(context, checkpoints_, model_.book().nodes().machines().speeds_change()))
    model_.leave_checkpoints(*checkpointing);
  if (priorities_.ranks())
    model_.rank_by(priorities_.policy(), rules_.shares ? &*rules_.shares : nullptr);
  if (limits_.limits())
    model_.limit_by(limits_.policy(), rules_);
  if (releases_.holds_back())
    model_.release_by(releases_.of(host_watch_.hosts()));
  if (predictions_.predicts()) {
    model_.predict_by(predictions_.policy());
    model_.add(predictions_.journal());
  }
  heed_power();
  model_.add(journal_);
  if (Continuing::is_asked_of(context.simulation()))
    continuing_.emplace(context, model_);
  if (!intake_.awaits_messages())
    context.simulation().take_running_jobs();
  context.simulation().heed_requests();
  grid_.add_nodes(model_.book().nodes().size());
  if (context.parameters().text("to_last_start") == "on")
    grid_.counts_to_last_start();
  auto& simulation = context.simulation();
  if (const auto& above = simulation.peers(scheduler_above); !above.empty()) {
    upper_level_.emplace(context, above.front(), context.self().number, model_);
    model_.add(*upper_level_);
    sites_of(simulation)
        .emplace(site_name(context.parameters()), Site(context, model_, *upper_level_, first_resource_));
    HostWatch::on_switch(simulation, {context.host()},
                         [this](const HostWatch::Switch& seen) { own_host_switched(seen); });
  }
}

/// Measures power and energy, where they are modelled, and lets machines sleep and jobs run at other pstates.
void Scheduler::heed_power() {
  const Metering* metering = metering_ ? &*metering_ : nullptr;
  auto times = sleep_times(context_, sleep_, metering);
  if (auto power = capped_power(context_, metering, policy_,
                                {!times.empty(), sleep_.boots_ahead(), predictions_.predicts()}))
    model_.measure_power(std::move(*power));
  if (!times.empty())
    model_.sleep_by(sleep_, std::move(times));
  if (auto frequencies = frequencies_of(context_, frequency_, metering, predictions_.predicts(), policy_))
    model_.slow_by(std::move(*frequencies));
  if (metering_) {
    model_.add(*metering_);
    journal_.measure_energy(*metering_);
  }
}

/// Passes on that the scheduler's own host was switched. When it fails, all nodes of the scheduler go down.
/// When it recovers, the nodes whose hosts are up return.
void Scheduler::own_host_switched(const HostWatch::Switch& seen) {
  if (seen.on)
    host_watch_.take(); // switches while the scheduler was down: the state of all nodes is read below
  std::vector<int> nodes;
  for (int node = 0; node < model_.book().nodes().size(); ++node)
    if (!seen.on || host_watch_.hosts()[static_cast<std::size_t>(node)]->is_on())
      nodes.push_back(node);
  model_.switched_with_scheduler(nodes, seen.on, seen.date);
  upper_level_->lose_news();
}

void Scheduler::run() {
  Seconds now = std::exchange(has_run_, true) ? s4u::Engine::get_clock() : 0;
  if (upper_level_ && may_recover(context_.simulation(), *context_.host())) {
    s4u::Actor::self()->set_auto_restart(true);
    if (meta_scheduler_has_ended(context_.simulation()))
      return;
  }
  intake_.open();
  if (users_)
    users_->open();
  if (is_notified_of_switches_)
    host_watch_.notify_of_switches([to = Address<EntryMessage, std::variant<HostSwitched>>(
                                        context_, context_.self())] { to.send(HostSwitched{}); });
  for (;; now = wait()) {
    round(now);
    if (model_.is_over())
      return continuing_ ? continuing_->end() : void();
  }
}

/// Processes one date: what has happened, the decision of the policy, and the messages that follow from it.
void Scheduler::round(Seconds now) {
  if (take_switches(now)) // other nodes may be switched at the same date, or jobs may end
    settle(context_.simulation(), Turn::takes_news, [&] {
      const bool has_ended = intake_.take_ready();
      return take_switches(now) || has_ended;
    });
  if (users_)
    users_->show(model_);
  if (upper_level_)
    settle_with_upper_level(now);
  try {
    model_.round(now);
  } catch (const BrokenSleepRule& broken) {
    sleep_.broke(broken.what());
  } catch (const BrokenFrequencyRule& broken) {
    frequency_.broke(broken.what());
  } catch (const BrokenRule& broken) {
    policy_.broke(broken.what());
  }
  if (node_parts_)
    node_parts_->send();
  if (upper_level_)
    upper_level_->send();
}

/// Passes on the switches of nodes that were seen. Moves `now` to the latest of them. Returns whether there
/// was one.
bool Scheduler::take_switches(Seconds& now) {
  const auto switches = host_watch_.take();
  for (const auto& [node, is_on, date] : switches) {
    model_.switched(node, is_on, date);
    now = std::max(now, date);
  }
  return !switches.empty();
}

/// Reports the ends of the date to the meta-scheduler, and takes the jobs that it then hands over, before the
/// policy decides.
void Scheduler::settle_with_upper_level(Seconds now) {
  model_.take_ends(now);
  upper_level_->send();
  if (is_instant(context_))
    settle(context_.simulation(), Turn::decides, [this] {
      const bool news = intake_.take_ready();
      upper_level_->send();
      return news;
    });
}

void Scheduler::handle(const std::any& message) {
  if (const auto* changed = std::any_cast<UsersChanged>(&message)) // the next round calls UserWatch::show
    model_.advance(changed->date);
  else if (const auto* part = std::any_cast<EndedOnNode>(&message))
    take(*part);
}

void Scheduler::take(const EndedOnNode& part) {
  if (is_instant(context_))
    model_.advance(part.end);
  if (const auto job = node_parts_->part_ended(part))
    model_.report_end(job->handle, job->start, job->end, job->killed);
}

/// Waits until something happens. Returns the date of the next round.
Seconds Scheduler::wait() {
  const Seconds next = model_.next();
  if (next <= model_.date())
    return model_.date();
  const bool may_get_message = (node_parts_ && !node_parts_->none()) ||
                               (users_ && !model_.book().queue().empty()) || model_.book().has_parts();
  if (is_notified_of_switches_)
    return wait_for_messages(std::min(next, host_watch_.latest()));
  if (intake_.awaits_messages() || may_get_message)
    return wait_for_messages(next);
  if (intake_.try_to_look_ahead(next, host_watch_))
    return next;
  return intake_.sleep_until(next, host_watch_, waits_for_policy_);
}

Seconds Scheduler::wait_for_messages(Seconds until) {
  const auto message = intake_.receive_before(until);
  if (!message)
    model_.advance(until);
  if (!is_instant(context_))
    model_.advance(s4u::Engine::get_clock());
  if (message)
    intake_.take(*message);
  intake_.take_all();
  return model_.date();
}

void Scheduler::measure(Seconds end) {
  const bool goes_on = !is_instant(context_) || !model_.is_over();
  if (goes_on)
    model_.advance(end);
  model_.close();
  if (continuing_)
    continuing_->leave_snapshot(end);
  predictions_.close();
  const Seconds last = grid_.end_of_sums(model_.date(), goes_on);
  journal_.close(model_.book(), last);
  EnergyRecords::of(context_.simulation()).close(last);
}

} // namespace

MALHA_ACTOR(describe<Scheduler>("cluster/scheduler", "batch scheduler over dedicated nodes", "textbook")
                .takes(scheduler_parameters())
                .asks({{"", Queue::question},
                       {checkpoint_slot, Checkpoint::question, "cluster/no_checkpoints"},
                       {priority_slot, Priority::question, "cluster/no_priorities"},
                       {limit_slot, Limit::question, "cluster/no_limits"},
                       {prediction_slot, Prediction::question, "cluster/no_predictions"},
                       {sleep_slot, Sleep::question, "cluster/always_on"},
                       {frequency_slot, Frequency::question, "cluster/full_speed"},
                       {release_slot, JobRelease::question, "cluster/at_once"}})
                .measures(with_size_metrics(with_energy(with_predictions(Journal::metrics()))))
                .runs({Shape::bag_of_tasks, Shape::rigid, Shape::dag})
                .yields_to(scheduler_above)
                .attempts_end({"node_lost", "requeued"})
                .allows({{Trait::overrun, {{"overrun", "extend"}}},
                         {Trait::torn_fragments, {{"fragments", "ignore"}}},
                         {Trait::late_starts, {{"transport", "network"}}, {{"execution", "timeline"}}}})
                .supports(scheduler_supports())
                .shares_files())

} // namespace malha::cluster
