// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/job_intake.hpp"
#include "actors/runtime/simgrid/return_guard.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "checked_policies.hpp"
#include "clusters_below.hpp"
#include "coallocation_service.hpp"
#include "copy_rules.hpp"
#include "dependent_tasks.hpp"
#include "direct_port.hpp"
#include "meta_scheduler_parameters.hpp"
#include "network_port.hpp"

namespace malha::multicluster {
namespace {

/// The upper level of M-CISNE (MetaLoRaS): takes jobs and hands them to the clusters below. The logic is in
/// `Model`; the actor waits, carries messages and records. Its host may fail and recover.
class MetaScheduler : public Actor {
public:
  explicit MetaScheduler(ActorContext& context);

  void run() override;
  void measure(Seconds end) override;
  std::string blocked_on() const override {
    const auto failed = model_ ? model_->failed_clusters() : 0;
    return failed == 0 ? ""
                       : "a cluster: " + std::to_string(failed) + (failed == 1 ? " is" : " are") +
                             " down, and jobs wait for nodes";
  }

private:
  bool is_instant() const { return context_.simulation().transport() == Transport::instant; }
  void connect();
  void begin_life();
  void take_switches();
  void wait();
  void settle_date(Turn turn);
  void take_arrivals();
  void submit(const Job& job) {
    if (!dependent_.never_runs(job))
      model_->submit(job);
  }
  void handle(const std::any& message);
  void pass();
  bool is_over() { return !intake_.more() && model_->idle(); }

  ActorContext& context_;
  ClustersBelow clusters_;
  JobIntake intake_;
  CheckedUpperQueue queue_;
  CheckedSelection selection_;
  CoallocationService coallocation_;
  const bool sends_copies_;
  std::optional<Copies> copies_; ///< if jobs may wait in several clusters at once
  Journal journal_;
  DagClusters dags_;
  DependentTasks dependent_;
  std::unique_ptr<ClusterPort> port_;
  std::optional<Model> model_;
  std::optional<ReturnGuard> guard_; ///< if its own host may fail and recover
  Seconds date_ = 0; ///< as planned; the clock of the simulation may differ from it in the last digits
};

MetaScheduler::MetaScheduler(ActorContext& context)
    : context_(context), clusters_(context),
      intake_(context, {[this](const Job& job) { submit(job); },
                        [this](const std::any& message) { handle(message); }}),
      queue_(context, "queue"), selection_(context, "selection"), coallocation_(context),
      sends_copies_(selection_.sends_copies()),
      journal_(context.simulation().recorder(), GridTotals::of(context.simulation()),
               context.simulation().workload().name(), context.parameters().integer("learning")),
      dependent_(intake_, journal_, dags_, date_) {
  if (context.simulation().entry_recovers())
    guard_.emplace(context.simulation());
  if (sends_copies_)
    check_copies(context, coallocation_.is_on());
  if (keeps_dags_together(context))
    check_dags(context, coallocation_.is_on() || sends_copies_);
}

/// Finds the clusters, once all actors exist.
void MetaScheduler::connect() {
  auto& gateways = gateways_of(context_.simulation());
  auto clusters = clusters_.connect(coallocation_.is_on());
  std::vector<Journal::Site> sites;
  for (const auto* gateway : gateways)
    sites.push_back({gateway->site(), gateway->first_resource()});
  journal_.name_clusters(std::move(sites));
  if (sends_copies_)
    copies_.emplace(gateways, [this](const CopiesBeyondFirst& copies, Seconds date) {
      journal_.copies_wait(copies, date);
    });
  if (is_instant())
    port_ = std::make_unique<DirectPort>(
        gateways, date_, [this](Turn turn) { settle_date(turn); }, copies_ ? &*copies_ : nullptr);
  else
    port_ = std::make_unique<NetworkPort>(context_, coallocation_.is_on(),
                                          [this] { intake_.take(*intake_.receive_before(never)); });
  model_.emplace(std::move(clusters), queue_, selection_, *port_);
  model_->add(journal_);
  model_->add(dependent_);
  coallocation_.connect(*port_, *model_);
  if (copies_)
    model_->copy_with(*port_);
  if (keeps_dags_together(context_))
    model_->keep_together(dags_);
}

void MetaScheduler::take_switches() { clusters_.take_switches(*port_, *model_, date_); }

/// A meta-scheduler that has recovered has what it had written down. Its policies are made again.
void MetaScheduler::begin_life() {
  const bool is_first = !model_;
  if (is_first)
    connect();
  intake_.open();
  clusters_.watch(*port_, *model_);
  if (!guard_)
    return;
  simgrid::s4u::Actor::self()->set_auto_restart(true);
  guard_->open();
  if (is_first)
    return;
  date_ = std::max(date_, simgrid::s4u::Engine::get_clock());
  queue_ = CheckedUpperQueue(context_, "queue");
  selection_ = CheckedSelection(context_, "selection");
  port_->recovered();
  model_->resume();
}

void MetaScheduler::run() {
  if (clusters_.have_ended()) // before its host failed
    return;
  begin_life();
  while (true) {
    take_arrivals();
    take_switches();
    if (model_->has_work()) {
      settle_date(Turn::hands_over);
      pass();
    } else if (coallocation_.is_on() || sends_copies_) {
      port_->pass_is_over(); // parts may have ended, or copies were taken back
    }
    if (is_over())
      break;
    const bool has_news = clusters_.any() || (model_->has_work() && model_->has_news());
    if (!has_news) // some of it may have come during the pass
      wait();
  }
  clusters_.end();
  if (guard_)
    guard_->close();
}

void MetaScheduler::take_arrivals() {
  while (intake_.next() <= date_)
    submit(intake_.take());
}

/// Ends come before submissions, so that all ends of this date must be known before a job is handed over.
void MetaScheduler::settle_date(Turn turn) {
  if (is_instant())
    settle(context_.simulation(), turn, [this] { return intake_.take_ready(); });
  take_arrivals();
}

void MetaScheduler::pass() {
  try {
    model_->pass();
  } catch (const SelectionBroke& broken) {
    selection_.broke(broken.what());
  } catch (const CoallocationBroke& broken) {
    coallocation_.broke(broken);
  } catch (const BrokenRule& broken) {
    queue_.broke(broken.what());
  }
  port_->pass_is_over();
}

void MetaScheduler::wait() {
  const Seconds next = std::min(intake_.next(), clusters_.latest());
  const auto message = intake_.receive_before(next);
  if (!is_instant())
    date_ = std::max(date_, simgrid::s4u::Engine::get_clock());
  if (!message)
    date_ = std::max(date_, next);
  else
    intake_.take(*message);
  intake_.take_ready();
}

void MetaScheduler::handle(const std::any& message) {
  if (const auto* started = std::any_cast<cluster::JobStarted>(&message)) {
    date_ = std::max(date_, started->start);
    model_->started(started->task, clusters_.cluster_of(started->site));
  } else if (const auto* left = std::any_cast<cluster::JobLeft>(&message)) {
    date_ = std::max(date_, left->end);
    const int cluster = clusters_.cluster_of(left->site);
    port_->left(left->task, cluster);
    model_->left(left->task, cluster, left->start, left->end, left->ended_well);
  } else if (const auto* ended = std::any_cast<CoallocatedEnded>(&message)) {
    date_ = std::max(date_, ended->end);
    model_->ended(ended->job, ended->end);
  } else if (const auto* back = std::any_cast<cluster::JobGivenBack>(&message)) {
    date_ = std::max(date_, back->date);
    model_->given_back(back->task, clusters_.cluster_of(back->site), back->nodes);
  } else if (const auto* lost = std::any_cast<cluster::NodesLost>(&message)) {
    date_ = std::max(date_, lost->date);
    model_->nodes_lost(clusters_.cluster_of(lost->site), lost->nodes);
  } else if (const auto* changed = std::any_cast<cluster::NodesChanged>(&message)) {
    date_ = std::max(date_, changed->date);
    model_->nodes_changed();
  } else {
    port_->handle(message);
  }
}

void MetaScheduler::measure(Seconds end) {
  if (!model_)
    return;
  const bool goes_on = !is_instant() || !is_over();
  if (goes_on)
    date_ = std::max(date_, end);
  model_->advance();
  coallocation_.close(journal_);
  journal_.close(model_->queue().job_seconds_waited(),
                 GridTotals::of(context_.simulation()).end_of_sums(date_, goes_on));
}

} // namespace

MALHA_ACTOR(describe<MetaScheduler>(
                "multicluster/meta_scheduler",
                "hands each job to one of the clusters below, each of which has its own scheduler",
                "M-CISNE, sections 2.3 and 4.2")
                .takes(meta_scheduler_parameters())
                .asks({{"queue", UpperQueue::question},
                       {"selection", Selection::question},
                       {"coallocation", Coallocate::question, "multicluster/never"}})
                .measures(Journal::metrics())
                .runs({Shape::bag_of_tasks, Shape::rigid, Shape::dag})
                .supports(meta_scheduler_supports())
                .shares_files({{"unit", "dag"}}))

} // namespace malha::multicluster
