// SPDX-License-Identifier: MIT
#include "cluster_monitor.hpp"
#include "actors/multicluster/model/seen_cluster.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "policies/multicluster/estimator/prediction/known_job.hpp"

namespace malha::multicluster {
namespace {

/// The number of nodes on which a local user is active.
int users_on(const std::vector<MonitoredNode>& nodes) {
  return static_cast<int>(
      std::count_if(nodes.begin(), nodes.end(), [](const auto& node) { return node.has_local_user; }));
}

} // namespace

ClusterMonitor::ClusterMonitor(cluster::Site& site, FlopsPerSecond fastest, ActorContext& gateway,
                               std::optional<std::vector<Experience>> history,
                               std::function<void(const ClusterState&)> observe)
    : site_(site),
      records_(gateway.parameters().text("keep_history") == "on" ? &gateway.simulation().recorder()
                                                                 : nullptr),
      status_age_(gateway.parameters().real("status_age")), name_(cluster::site_name(gateway.parameters())),
      queue_name_(gateway.parameters().text("queue").empty() ? site.policy().policy->name
                                                             : gateway.parameters().text("queue")),
      random_(gateway.simulation().random().seed(), gateway.self().mailbox + ".estimator"),
      facts_([this](cluster::JobHandle handle) { return facts_of(handle); }), make_queue_([this] {
        const auto& [policy, parameters] = site_.policy();
        return std::unique_ptr<cluster::Queue>(
            static_cast<cluster::Queue*>(policy->make(parameters, random_).release()));
      }),
      observe_(std::move(observe)), is_read_(history.has_value()),
      history_(std::move(history).value_or(std::vector<Experience>())) {
  auto& users = LocalUsers::of(gateway.simulation());
  const auto& machines = site.book().nodes().machines();
  for (int machine = 0; machine < machines.count(); ++machine) {
    hosts_.push_back(simgrid::s4u::Host::by_name(machines.name(machine)));
    MonitoredNode node;
    node.power = machines.speed(machines[machine].first) / fastest;
    if (const auto* shared = site.book().nodes().shared())
      node.memory = (*shared)[static_cast<std::size_t>(machine)].memory;
    nodes_.push_back(node);
  }
  see_users(users);
  users.on_change([this, &users] { see_users(users); });
  site.add(*this);
}

std::vector<ParameterSpec> ClusterMonitor::parameters() {
  return {
      real("status_age", 0, at_least(0), "s",
           "how old the known state of the cluster may become before it is read again; 0: every change is "
           "known at once"),
      file("history", "", "experiences that the cluster begins with: a history.csv of earlier runs"),
      choice("keep_history", "off", {"off", "on"}, "write those of this run to history.csv"),
      text("queue", "",
           "name of the cluster's queue in its experiences, by which estimators tell them from those of "
           "other queues; empty: that of its policy")};
}

void ClusterMonitor::see_users(const LocalUsers& users) {
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    nodes_[node].has_local_user = users.on(hosts_[node]);
    const auto& profile = users.profile(hosts_[node]);
    nodes_[node].local_cpu = profile.cpu;
    nodes_[node].local_memory = nodes_[node].memory < never ? profile.memory * nodes_[node].memory : 0;
    nodes_[node].local_traffic = profile.traffic;
  }
  local_users_ = users_on(nodes_);
  has_changed_ = true;
}

void ClusterMonitor::describe(Cluster& cluster, Seconds now) {
  if (status_age_ > 0) {
    const auto known = state(now);
    cluster.free = known.free.size();
    cluster.busy = site_.book().nodes().size() - cluster.free - known.down.size();
    cluster.waiting_jobs = static_cast<std::int64_t>(known.queue.size());
    cluster.waiting_nodes = 0;
    for (const auto& job : known.queue)
      cluster.waiting_nodes += job.size;
    cluster.local_users = users_on(known.nodes);
    return;
  }
  describe_slots_and_queue(site_.book(), cluster);
  cluster.local_users = local_users_;
}

ClusterState ClusterMonitor::state(Seconds now) {
  if (status_age_ == 0)
    return seen(now);
  if (!known_ || !(now - known_->state().now < status_age_))
    known_.emplace(seen(now));
  return known_->state();
}

ClusterState ClusterMonitor::seen(Seconds now) const {
  const auto& book = site_.book();
  const auto& nodes = book.nodes();
  return {now,
          queue_name_,
          nodes.machines().all(),
          nodes_,
          nodes.free(),
          nodes.down(),
          book.queue().jobs(),
          book.running().releases(),
          facts_,
          history_,
          make_queue_,
          nodes.shared(),
          name_};
}

JobFacts ClusterMonitor::facts_of(cluster::JobHandle handle) const {
  return multicluster::facts_of(site_.book()[handle]);
}

void ClusterMonitor::submitted(const Job& job, Seconds now) {
  if (!keeps_history())
    return;
  const Here here{now, static_cast<int>(site_.book().queue().size()), jiffies_waiting(state(now))};
  for (const auto& task : job.tasks)
    here_[task.id] = here;
}

void ClusterMonitor::started(const cluster::LiveJob& job, const cluster::Start&) {
  has_changed_ = true;
  if (!keeps_history() || site_.book().nodes().shared() == nullptr)
    return;
  share_time(job.start);
  auto& machines = here_.at(job.task.id).machines;
  const auto& all = site_.book().nodes().machines().all();
  for (std::size_t machine = 0; machine < all.size(); ++machine)
    if (!job.nodes.within(all[machine].first, all[machine].cpus).empty())
      machines.push_back(static_cast<int>(machine));
  see_sharing();
}

/// Brings sums over time up to the date.
void ClusterMonitor::share_time(Seconds now) {
  for (auto& [id, job] : here_)
    if (!job.machines.empty())
      job.mpl_seconds += job.mpl * (now - shared_until_);
  shared_until_ = now;
}

/// How many tasks are now on the nodes of each job that runs.
void ClusterMonitor::see_sharing() {
  const auto& machines = *site_.book().nodes().shared();
  for (auto& [id, job] : here_) {
    std::size_t tasks = 0;
    for (const int machine : job.machines)
      tasks += machines[static_cast<std::size_t>(machine)].tasks.size();
    if (!job.machines.empty())
      job.mpl = static_cast<double>(tasks) / static_cast<double>(job.machines.size());
  }
}

void ClusterMonitor::ended(const cluster::LiveJob& job, Seconds start, Seconds end, FinalState) {
  has_changed_ = true;
  ++ended_;
  executed_ += end - start;
  if (keeps_history())
    remember(job, start, end);
}

/// Makes an experience of a job that has ended.
void ClusterMonitor::remember(const cluster::LiveJob& job, Seconds start, Seconds end) {
  const bool is_shared = site_.book().nodes().shared() != nullptr;
  if (is_shared)
    share_time(end);
  const auto here = here_.extract(job.task.id).mapped();
  if (is_shared)
    see_sharing();
  const auto facts = facts_of(job.queued.handle);
  Experience experience;
  experience.id = job.task.id;
  experience.user = job.user;
  experience.queue = queue_name_;
  experience.application = facts.application == nullptr ? "" : facts.application->name;
  experience.size = job.queued.size;
  experience.jiffies_ahead = here.jiffies_ahead;
  experience.jobs_ahead = here.jobs_ahead;
  experience.mean_mpl =
      here.machines.empty() || !(end > start) ? 1 : std::max(1.0, here.mpl_seconds / (end - start));
  experience.waiting_time = start - here.came;
  experience.execution_time = end - start;
  if (records_ != nullptr)
    records_->experienced(experience);
  if (is_read_)
    history_.push_back(std::move(experience));
}

/// A part of a job that other clusters run, too, is no experience. It only slows others.
void ClusterMonitor::parts_have_changed() {
  has_changed_ = true;
  if (site_.book().nodes().shared() == nullptr)
    return;
  share_time(site_.model().date());
  see_sharing();
}

void ClusterMonitor::round_is_over(const cluster::Book&, Seconds now) {
  if (std::exchange(has_changed_, false) && status_age_ == 0)
    observe_(seen(now));
}

} // namespace malha::multicluster
