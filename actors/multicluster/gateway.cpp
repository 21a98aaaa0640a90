// SPDX-License-Identifier: MIT
#include "gateway.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/history_file.hpp"

namespace malha::multicluster {
namespace {

/// A job as its cluster is asked about it.
AskedJob asked(const Job& job, const cluster::Request& request) {
  const auto& task = job.tasks.front();
  return {task.id, task.resources, job.walltime.value_or(never), job.user, application_in(job.extensions),
          &request};
}

} // namespace

ActorDescriptor Gateway::descriptor() {
  auto parameters = ClusterMonitor::parameters();
  parameters.insert(parameters.begin(), {text("site", std::nullopt, "the site of its cluster/scheduler"),
                                         real("estimate_cost", 0, at_least(0), "s",
                                              "how long the cluster takes for an estimate")});
  return malha::describe<Gateway>(
             "multicluster/gateway",
             "the interface of a cluster to the meta-scheduler: says how the cluster is, "
             "and takes jobs or refuses them",
             "M-CISNE, sections 2.4 and 4.5")
      .takes(std::move(parameters))
      .asks({{"limit", Limit::question}, {"estimator", Estimator::question}})
      .is_daemon();
}

Gateway::Gateway(ActorContext& context)
    : context_(context), server_(context, *this), limit_(context.policy<Limit>("limit")),
      estimator_(context.policy<Estimator>("estimator")),
      estimate_cost_(context.parameters().real("estimate_cost")) {
  if (context.simulation().peers("multicluster/meta_scheduler").empty())
    throw InputError("there is no actor 'multicluster/meta_scheduler' above it; valid: one");
  gateways_of(context.simulation()).push_back(this);
  if (const auto& file = context.parameters().text("history"); !file.empty())
    history_ = read_history(context.simulation().file(file));
  for (const auto& scheduler : context.simulation().peers("cluster/scheduler"))
    if (cluster::site_name(scheduler.parameters) == site() && scheduler.host != context.host())
      throw InputError("the gateway of site '" + site() + "' is on host '" + context.host()->get_name() +
                       "' and its scheduler on host '" + scheduler.host->get_name() +
                       "'; valid: both on one host");
  check_named_site();
}

void Gateway::check_named_site() {
  const auto named = estimator_.ask([](const auto& estimator) { return estimator.named_site(); });
  std::string sites;
  for (const auto& gateway : context_.simulation().peers("multicluster/gateway")) {
    const auto one = cluster::site_name(gateway.parameters);
    if (one == named)
      return;
    sites += (sites.empty() ? "" : ", ") + one;
  }
  if (!named.empty())
    throw InputError("policy '" + context_.choice("estimator").policy->name + "' names the site '" + named +
                     "', which does not exist; valid: " + sites);
}

bool Gateway::is_active() const { return context_.simulation().transport() == Transport::network; }

void Gateway::connect(FlopsPerSecond fastest, bool coallocates) {
  site_ = &cluster::sites_of(context_.simulation()).at(site());
  const bool reads_history = estimator_.ask([](const auto& estimator) { return estimator.reads_history(); });
  auto history = reads_history ? std::optional(std::move(history_)) : std::nullopt;
  monitor_.emplace(*site_, fastest, context_, std::move(history), [this](const ClusterState& state) {
    estimator_.ask([&](auto& estimator) { estimator.observe(state); });
  });
  reservations_.emplace(*site_, *monitor_);
  scheduler_.emplace(context_, site_->scheduler());
  if (is_active())
    server_.connect(coallocates);
  if (coallocates || context_.simulation().hosts_may_change())
    site_->upper_level().report_nodes();
}

Cluster Gateway::cluster() const {
  Cluster cluster;
  cluster.site = site();
  const auto& nodes = site_->book().nodes();
  cluster.slots = nodes.size();
  cluster.nodes = nodes.most_tasks();
  cluster.speed = nodes.machines().slowest();
  cluster.free = cluster.slots;
  return cluster;
}

int Gateway::iterations() const {
  return static_cast<int>(site_->scheduler().parameters.integer("iterations"));
}

double Gateway::channel() const {
  const char* given = context_.host()->get_property("channel");
  const auto capacity = given == nullptr ? std::nullopt : parse_number<double>(given);
  if (!capacity || !(*capacity > 0))
    throw InputError(
        "host '" + context_.host()->get_name() + "' of the gateway of site '" + site() + "' has " +
        (given == nullptr ? "no property channel" : "the property channel='" + std::string(given) + "'") +
        "; valid: the capacity of the channel to the other clusters in B/s, above 0, or "
        "policy.coallocation=multicluster/never");
  return *capacity;
}

Estimate Gateway::estimate(const Job& job, Seconds date) {
  if (application_in(job.extensions) == nullptr && !job.walltime)
    throw InputError(
        "job " + std::to_string(job.id) +
        " has neither a walltime nor an application, and its run time is to be estimated; valid: "
        "jobs with one of the two, or a selection and a limit that ask for no estimate");
  cluster::Request request;
  request.extensions = job.extensions;
  return estimator_.ask(
      [&](auto& estimator) { return estimator.estimate(monitor_->state(date), asked(job, request)); });
}

/// Asks the limit, and the estimator where the limit wants to know its estimate.
bool Gateway::admits(const Job& job, const std::optional<Estimate>& estimate, bool is_repeated,
                     Seconds date) {
  const auto& book = site_->book();
  LimitView view{date,
                 static_cast<std::int64_t>(book.queue().size()),
                 static_cast<std::int64_t>(book.running().size()),
                 monitor_->ended(),
                 monitor_->executed(),
                 std::nullopt,
                 is_repeated};
  const auto ask = [&] { return limit_.ask([&](auto& limit) { return limit.admit(view); }); };
  auto admitted = ask();
  if (admitted == Admitted::wants_estimate) {
    view.estimated_wait = (estimate ? *estimate : this->estimate(job, date)).waiting_time;
    admitted = ask();
    if (admitted == Admitted::wants_estimate)
      limit_.broke("it asks for an estimate that it was given");
  }
  return admitted == Admitted::yes;
}

bool Gateway::offer(const Job& job, const std::optional<Estimate>& estimate, bool is_repeated, Seconds date) {
  if (!admits(job, estimate, is_repeated, date))
    return false;
  Job queued = job;
  queued.submitted = date;
  const bool is_planned = estimate && site_->model().rules().extends;
  site_->submit(queued, date, is_planned ? std::optional(estimate->execution_time) : std::nullopt);
  has_handed_over_ = true;
  return true;
}

LoggedState Gateway::take_back(TaskId job) {
  LoggedState logged;
  if (const auto* left = site_->upper_level().left(job)) {
    logged.left = std::pair(left->start, left->end);
    logged.ended_well = left->ended_well;
  } else if (const auto* lost = site_->upper_level().lost(job)) {
    logged.earlier = *lost;
  }
  site_->upper_level().forget(job);
  return logged;
}

JobStatus Gateway::status(TaskId job) const {
  if (const auto* left = site_->upper_level().left(job))
    return {true, std::pair(left->start, left->end), left->ended_well};
  return {site_->book().has(job), {}};
}

bool Gateway::wake() {
  const bool has_news = std::exchange(has_handed_over_, false);
  if (has_news)
    scheduler_->send(cluster::HandedOver{});
  return has_news;
}

MALHA_ACTOR(Gateway::descriptor())

} // namespace malha::multicluster
