// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/job_intake.hpp"
#include "actors/runtime/simgrid/return_guard.hpp"
#include "clusters_below.hpp"
#include "parts.hpp"

#include <simgrid/s4u.hpp>

namespace malha::multicluster {
namespace {

/// The upper level of M-CISNE (MetaLoRaS): jobs enter here, and go to the clusters below. `Model` is what
/// it does; the actor waits, carries messages and records. Its host may go and return.
class MetaScheduler : public Actor, private UpperQueue, private Selection {
public:
  explicit MetaScheduler(ActorContext& context);

  void run() override;
  void measure(Seconds end) override;
  std::string blocked_on() const override {
    const auto gone = model_ ? model_->clusters_gone() : 0;
    return gone == 0 ? ""
                     : "a cluster: " + std::to_string(gone) + (gone == 1 ? " is" : " are") +
                           " gone, and jobs wait for nodes";
  }

private:
  std::optional<NextJob> next(const UpperQueueView& view) override {
    journal_.queue_is(
        {view.now, static_cast<std::int64_t>(model_->waiting()), model_->waiting_nodes(), 0, 0, 0, 0});
    return queue_.ask([&](auto& policy) { return policy.next(view); });
  }
  Selected select(const SelectionView& view) override {
    return selection_.ask([&](auto& policy) { return policy.select(view); });
  }

  bool is_instant() const { return context_.simulation().transport() == Transport::instant; }
  void connect();
  void begin_life();
  void take_switches();
  void wait();
  void settle_date(Turn turn);
  void take_arrivals();
  void hear(const std::any& message);
  void pass();
  bool is_over() { return !intake_.more() && model_->idle(); }

  ActorContext& context_;
  ClustersBelow clusters_;
  JobIntake intake_;
  PolicyUse<UpperQueue> queue_;
  PolicyUse<Selection> selection_;
  Parts parts_;
  Journal journal_;
  std::unique_ptr<ClusterPort> reach_;
  std::optional<Model> model_;
  std::optional<ReturnGuard> guard_; ///< where its own host goes and returns
  Seconds date_ = 0; ///< as planned; the clock of the simulation may differ from it in the last digits
};

MetaScheduler::MetaScheduler(ActorContext& context)
    : context_(context), clusters_(context),
      intake_(context, {[this](const Job& job) { model_->submit(job); },
                        [this](const std::any& message) { hear(message); }}),
      queue_(context.policy<UpperQueue>("queue")), selection_(context.policy<Selection>("selection")),
      parts_(context),
      journal_(context.simulation().recorder(), GridTotals::of(context.simulation()),
               context.simulation().workload().name(), context.parameters().integer("learning")) {
  if (context.simulation().entry_returns())
    guard_.emplace(context.simulation());
}

/// Finds the clusters, when all actors are there.
void MetaScheduler::connect() {
  auto& gateways = gateways_of(context_.simulation());
  auto clusters = clusters_.connect(parts_.is_on());
  std::vector<Journal::Site> sites;
  for (const auto* gateway : gateways)
    sites.push_back({gateway->site(), gateway->first_resource()});
  journal_.name_clusters(std::move(sites));
  if (is_instant())
    reach_ = std::make_unique<DirectPort>(gateways, date_, [this](Turn turn) { settle_date(turn); });
  else
    reach_ = std::make_unique<NetworkPort>(context_, parts_.is_on(),
                                           [this] { intake_.take(*intake_.receive_before(never)); });
  model_.emplace(std::move(clusters), static_cast<UpperQueue&>(*this), static_cast<Selection&>(*this),
                 *reach_);
  model_->add(journal_);
  parts_.connect(*reach_, *model_);
}

void MetaScheduler::take_switches() {
  if (const auto last = clusters_.take_switches(*reach_, *model_))
    date_ = std::max(date_, *last);
}

/// A meta-scheduler that is back has what it had written down. Its policies begin anew.
void MetaScheduler::begin_life() {
  const bool is_first = !model_;
  if (is_first)
    connect();
  intake_.open();
  clusters_.watch(*reach_, *model_);
  if (!guard_)
    return;
  simgrid::s4u::Actor::self()->set_auto_restart(true);
  guard_->open();
  if (is_first)
    return;
  date_ = std::max(date_, simgrid::s4u::Engine::get_clock());
  queue_ = context_.policy<UpperQueue>("queue");
  selection_ = context_.policy<Selection>("selection");
  reach_->returned();
  model_->resume();
}

void MetaScheduler::run() {
  if (clusters_.have_ended()) // before its host went
    return;
  begin_life();
  while (true) {
    take_arrivals();
    take_switches();
    if (model_->has_work()) {
      settle_date(Turn::hands_over);
      pass();
    } else if (parts_.is_on()) {
      reach_->pass_is_over(); // parts may have ended
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
    model_->submit(intake_.take());
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
    parts_.broke(broken);
  } catch (const BrokenRule& broken) {
    queue_.broke(broken.what());
  }
  reach_->pass_is_over();
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

void MetaScheduler::hear(const std::any& message) {
  if (const auto* started = std::any_cast<cluster::JobStarted>(&message)) {
    date_ = std::max(date_, started->start);
    model_->started(started->task, clusters_.led_by(started->site));
  } else if (const auto* left = std::any_cast<cluster::JobLeft>(&message)) {
    date_ = std::max(date_, left->end);
    const int cluster = clusters_.led_by(left->site);
    reach_->left(left->task, cluster);
    model_->left(left->task, cluster, left->start, left->end);
  } else if (const auto* ended = std::any_cast<CoallocatedEnded>(&message)) {
    date_ = std::max(date_, ended->end);
    model_->ended(ended->job, ended->end);
  } else if (const auto* back = std::any_cast<cluster::JobGivenBack>(&message)) {
    date_ = std::max(date_, back->date);
    model_->given_back(back->task, clusters_.led_by(back->site), back->nodes);
  } else if (const auto* lost = std::any_cast<cluster::NodesLost>(&message)) {
    date_ = std::max(date_, lost->date);
    model_->nodes_lost(clusters_.led_by(lost->site), lost->nodes);
  } else if (const auto* changed = std::any_cast<cluster::NodesChanged>(&message)) {
    date_ = std::max(date_, changed->date);
    model_->nodes_changed();
  } else {
    reach_->hear(message);
  }
}

void MetaScheduler::measure(Seconds end) {
  if (!model_)
    return;
  const bool goes_on = !is_instant() || !is_over();
  if (goes_on)
    date_ = std::max(date_, end);
  model_->advance();
  parts_.close(journal_);
  journal_.close(model_->job_seconds_waited(),
                 GridTotals::of(context_.simulation()).end_of_sums(date_, goes_on));
}

} // namespace

MALHA_ACTOR(
    describe<MetaScheduler>(
        "multicluster/meta_scheduler",
        "hands each job to one of the clusters below, each of which has its own scheduler",
        "M-CISNE, sections 2.3 and 4.2")
        .takes(
            {real("description", 1024, between(0, 1e15), "B",
                  "size of the message that brings a job to a cluster, or asks for an estimate"),
             integer("learning", 0, between(0, 1'000'000'000), "jobs",
                     "the metrics of estimates leave out those that were used before so many jobs had ended"),
             real("status_window", 0, at_least(0), "s",
                  "how long the known states of clusters are good enough, under network transport"),
             choice("refined", "off", {"off", "on"},
                    "jobs that wait in the queue of a cluster may run in several clusters, too, where that "
                    "saturates no channel"),
             choice("coalloc_free", "idle", {"idle", "contract"},
                    "refined=on: such jobs get nodes without any task and without a local user, or any that "
                    "their clusters open to them")})
        .asks({{"queue", UpperQueue::question},
               {"selection", Selection::question},
               {"coallocation", Coallocate::question, "multicluster/never"}})
        .measures(Journal::metrics())
        .runs({Shape::bag_of_tasks, Shape::rigid})
        .supports({{Condition::network},
                   {Condition::inputs, {{"transport", "instant"}}},
                   {Condition::bandwidth_profile},
                   {Condition::host_fails},
                   {Condition::host_recovers},
                   {Condition::entry_recovers, {{"workload/submitter", "none"}}},
                   {Condition::external_load}}))

} // namespace malha::multicluster
