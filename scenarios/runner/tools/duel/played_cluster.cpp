// SPDX-License-Identifier: MIT
#include "played_cluster.hpp"

#include "actors/multicluster/model/seen_cluster.hpp"
#include "arena_kind.hpp"
#include "policies/multicluster/application.hpp"

namespace malha::duel {
namespace {

cluster::Book book_of_nodes(const PlayedCluster::Nodes& nodes) {
  std::vector<cluster::NamedMachine> machines;
  for (int node = 0; node < nodes.nodes; ++node)
    machines.push_back({std::to_string(node), {node, 1}});
  const std::vector<FlopsPerSecond> speeds(machines.size(), nodes.speed);
  return cluster::Book({cluster::Machines(speeds, machines), std::nullopt});
}

std::vector<multicluster::MonitoredNode> nodes_of_power(int nodes, double power) {
  multicluster::MonitoredNode node;
  node.power = power;
  return std::vector<multicluster::MonitoredNode>(static_cast<std::size_t>(nodes), node);
}

cluster::Rules rules_below(const PlacedActor& scheduler) {
  cluster::Rules rules;
  rules.extends = scheduler.parameters.text("overrun") == "extend";
  return rules;
}

/// The random streams of an actor on the front host of a cluster, as in a run.
RandomStreams streams_of(std::uint64_t seed, const std::string& actor, int number,
                         const std::string& part = "") {
  return {seed, actor + "@front-" + std::to_string(number) + part};
}

} // namespace

PlayedCluster::PlayedCluster(const MulticlusterActors& actors, int number, const Nodes& nodes,
                             FlopsPerSecond fastest, std::uint64_t seed)
    : site_("cluster-" + std::to_string(number)),
      of_scheduler_(streams_of(seed, "cluster/scheduler", number)),
      of_gateway_(streams_of(seed, "multicluster/gateway", number)),
      of_estimates_(streams_of(seed, "multicluster/gateway", number, ".estimator")),
      queue_(made_policy<cluster::Queue>(*actors.scheduler, "", of_scheduler_)),
      priority_(made_policy<cluster::Priority>(*actors.scheduler, "priority", of_scheduler_,
                                               "cluster/no_priorities")),
      prediction_(made_policy<cluster::Prediction>(*actors.scheduler, "prediction", of_scheduler_,
                                                   "cluster/no_predictions")),
      limit_(made_policy<multicluster::Limit>(*actors.gateway, "limit", of_gateway_)),
      estimator_(made_policy<multicluster::Estimator>(*actors.gateway, "estimator", of_gateway_)),
      nodes_(nodes_of_power(nodes.nodes, nodes.speed / fastest)),
      queue_name_(actors.scheduler->choices.at("").policy->name),
      make_queue_([this, scheduler = actors.scheduler] {
        return made_policy<cluster::Queue>(*scheduler, "", of_estimates_);
      }),
      facts_([this](cluster::JobHandle handle) { return facts_of(handle); }),
      model_(book_of_nodes(nodes), *queue_, arrivals_, cluster::Admission({}),
             rules_below(*actors.scheduler)) {
  model_.add(*this);
  if (priority_)
    model_.rank_by(*priority_, nullptr);
  if (prediction_)
    model_.predict_by(*prediction_);
}

multicluster::Cluster PlayedCluster::as_known() const {
  multicluster::Cluster known;
  known.site = site_;
  known.nodes = known.slots = known.free = model_.book().nodes().size();
  known.speed = model_.book().nodes().machines().slowest();
  return known;
}

void PlayedCluster::describe(multicluster::Cluster& cluster) const {
  multicluster::describe_slots_and_queue(model_.book(), cluster);
}

multicluster::ClusterState PlayedCluster::state(Seconds date) const {
  const auto& book = model_.book();
  const auto& nodes = book.nodes();
  return {date,
          queue_name_,
          nodes.machines().all(),
          nodes_,
          nodes.free(),
          nodes.down(),
          book.queue().jobs(),
          book.running().releases(),
          facts_,
          no_history_,
          make_queue_,
          nodes.shared(),
          site_};
}

multicluster::JobFacts PlayedCluster::facts_of(cluster::JobHandle handle) const {
  return multicluster::facts_of(model_.book()[handle]);
}

multicluster::Estimate PlayedCluster::estimate(const Job& job, Seconds date) {
  cluster::Request request;
  request.extensions = job.extensions;
  const auto& task = job.tasks.front();
  return estimator_->estimate(state(date), {task.id, task.resources, job.walltime.value_or(never), job.user,
                                            multicluster::application_in(job.extensions), &request});
}

/// Asks the limit as a gateway does: with the estimate of the waiting time if it wants to know it.
bool PlayedCluster::admits(const Job& job, const std::optional<multicluster::Estimate>& estimate,
                           bool is_repeated, Seconds date) {
  const auto& book = model_.book();
  multicluster::LimitView view{date,
                               static_cast<std::int64_t>(book.queue().size()),
                               static_cast<std::int64_t>(book.running().size()),
                               ended_,
                               executed_,
                               std::nullopt,
                               is_repeated};
  auto admitted = limit_->admit(view);
  if (admitted == multicluster::Admitted::wants_estimate) {
    view.estimated_wait = (estimate ? *estimate : this->estimate(job, date)).waiting_time;
    admitted = limit_->admit(view);
    if (admitted == multicluster::Admitted::wants_estimate)
      throw BrokenRule("it asks for an estimate that it was given");
  }
  return admitted == multicluster::Admitted::yes;
}

bool PlayedCluster::offer(const Job& job, const std::optional<multicluster::Estimate>& estimate,
                          bool is_repeated, Seconds date) {
  if (!admits(job, estimate, is_repeated, date))
    return false;
  Job queued = job;
  queued.submitted = date;
  const bool is_planned = estimate && model_.rules().extends;
  model_.advance(date);
  model_.submit(queued, is_planned ? std::optional(estimate->execution_time) : std::nullopt);
  return true;
}

void PlayedCluster::started(const cluster::LiveJob& job, const cluster::Start&) {
  has_changed_ = true;
  news_.push_back(Started{job.task.id});
}

void PlayedCluster::ended(const cluster::LiveJob& job, Seconds start, Seconds end, FinalState state) {
  has_changed_ = true;
  ++ended_;
  executed_ += end - start;
  news_.push_back(Left{job.task.id, start, end, state});
}

void PlayedCluster::round_is_over(const cluster::Book&, Seconds now) {
  if (std::exchange(has_changed_, false))
    estimator_->observe(state(now));
}

} // namespace malha::duel
