// SPDX-License-Identifier: MIT
#include "model.hpp"

#include <utility>

namespace malha::multicluster {

void Model::submit(const Job& job) {
  advance();
  has_news_ = true;
  listeners_.notify(&Listener::submitted, job);
  if (dags_ != nullptr)
    dags_->come(job);
  for (const auto& task : job.tasks) {
    Job one = job;
    one.tasks = {task};
    if (!coallocations_ && is_too_large(one))
      tell_rejected(one);
    else
      queue_.add(std::move(one));
  }
}

/// Whether no cluster can run the job alone, nor could once it recovers.
bool Model::is_too_large(const Job& job) const {
  return choice_.candidates(job, false).empty() && !choice_.could_run_after_recovery(job);
}

bool Model::has(int cluster, TaskId job) const {
  const auto found = handed_over_.find(job);
  return found != handed_over_.end() && found->second.cluster == cluster;
}

void Model::started(TaskId job, int cluster) {
  has_news_ = true;
  clusters_.open(cluster);
  keep_one_copy(job, cluster);
  if (coallocations_)
    coallocations_->leave_queue(job);
  early_.has_started = early_.has_started || queue_.has(job);
}

/// The job has left the queue of a cluster, and with it those of all others in which it waited.
void Model::keep_one_copy(TaskId job, int cluster) {
  const auto found = handed_over_.find(job);
  if (copies_ == nullptr || found == handed_over_.end())
    return;
  found->second.also.push_back(std::exchange(found->second.cluster, cluster));
  for (const int other : std::exchange(found->second.also, {}))
    if (other != cluster)
      clusters_.open(other);
}

void Model::left(TaskId job, int cluster, Seconds start, Seconds end, bool ended_well) {
  has_news_ = true;
  keep_one_copy(job, cluster);
  if (!has(cluster, job))
    return; // the cluster has failed since, and the job was taken back
  if (start == never)
    clusters_.open(cluster);
  else
    clusters_.changed();
  if (coallocations_)
    coallocations_->leave_queue(job);
  if (!queue_.has(job))
    return tell_left(job, {start, end}, ended_well);
  early_.left = {start, end};
  early_.ended_well = ended_well;
}

void Model::tell_left(TaskId job, const std::pair<Seconds, Seconds>& dates, bool ended_well) {
  const auto gone = handed_over_.extract(job);
  listeners_.notify(&Listener::left, job, gone.mapped().date, dates.first, dates.second);
  listeners_.notify(ended_well ? &Listener::completed : &Listener::failed, job);
}

void Model::pass() {
  has_news_ = false;
  if (std::exchange(has_shrunk_, false))
    reject_what_is_too_large();
  while (hand_over_next()) {
  }
  if (coallocations_)
    coallocate_queued();
  queue_.pass_is_over();
}

/// Of jobs that came when a cluster had more nodes.
void Model::reject_what_is_too_large() {
  std::vector<TaskId> too_large;
  for (const auto& waiting : queue_.jobs())
    if (is_too_large(queue_.find(waiting.id).job))
      too_large.push_back(waiting.id);
  for (const auto id : too_large)
    reject(queue_.find(id));
}

/// Whether the pass continues.
bool Model::hand_over_next() {
  const UpperQueueView view{gateways_.now(), queue_.jobs(), clusters_.all(), clusters_.state()};
  listeners_.notify(&Listener::queue_is_asked, view, queue_.nodes());
  const auto next = policy_.next(view);
  if (!next)
    return false;
  auto& waiting = queue_.find(next->job);
  if (waiting.place->was_refused)
    throw BrokenRule("it hands over job " + std::to_string(next->job) + ", which was refused in this pass");
  if (next->as_remembered) {
    if (!waiting.decided)
      throw BrokenRule("it hands over job " + std::to_string(next->job) +
                       " as remembered, and no cluster was chosen for it");
    offer(next->job);
    return true;
  }
  if (coallocations_ && choice_.candidates(waiting.job, false).empty()) {
    coallocate(waiting);
    return true;
  }
  auto candidates = choice_.candidates(waiting.job, next->among_open_only);
  if (const auto decided = choice_.choose(waiting.job, candidates)) {
    waiting.decided = decided;
    waiting.place->choice = RememberedChoice{decided->cluster, clusters_.state()};
    offer(next->job);
  } else if (!clusters_may_fail_ && choice_.can_run_nowhere(waiting.job, candidates)) {
    reject(waiting);
  } else {
    queue_.refuse(waiting);
  }
  return true;
}

void Model::reject(const WaitingJob& job) {
  advance();
  tell_rejected(job.job);
  queue_.remove(job);
}

void Model::tell_rejected(const Job& job) {
  listeners_.notify(&Listener::rejected, job);
  listeners_.notify(&Listener::failed, job.tasks.front().id);
}

void Model::offer(TaskId id) {
  if (copies_ != nullptr)
    return offer_copies(id);
  const auto& offered = queue_.find(id);
  const int cluster = offered.decided->cluster;
  // News of the job may overtake the answer, and the meta-scheduler may fail before the answer comes.
  handed_over_.emplace(id, HandedOver{gateways_.now(), cluster});
  early_.has_started = false;
  const bool is_taken = gateways_.offer(offered.job, cluster, offered.decided->estimate,
                                        offered.refused_by.count(cluster) > 0) ||
                        early_.left; // the cluster took the job, and failed before its answer came
  auto& waiting = queue_.find(id);
  if (early_.is_given_back) {
    wait_again(waiting, cluster);
    return queue_.refuse(waiting);
  }
  if (!is_taken) {
    handed_over_.erase(id);
    clusters_.close(cluster);
    waiting.refused_by.insert(cluster);
    return queue_.refuse(waiting);
  }
  was_taken(waiting);
}

/// The clusters get the job one after the other, until one of them starts it at once.
void Model::offer_copies(TaskId id) {
  auto clusters = queue_.find(id).decided->also;
  clusters.insert(clusters.begin(), queue_.find(id).decided->cluster);
  auto& handed_over = handed_over_.emplace(id, HandedOver{gateways_.now(), clusters.front()}).first->second;
  early_.has_started = false;
  bool is_taken = false;
  for (auto one = clusters.begin(); one != clusters.end() && !early_.has_started && !early_.left; ++one) {
    const int cluster = *one;
    if (!is_taken)
      handed_over.cluster = cluster;
    auto& offered = queue_.find(id);
    if (!copies_->offer_copy(offered.job, cluster, offered.refused_by.count(cluster) > 0)) {
      clusters_.close(cluster);
      offered.refused_by.insert(cluster);
      continue;
    }
    if (std::exchange(is_taken, true) && !early_.has_started && !early_.left)
      handed_over.also.push_back(cluster);
  }
  if (is_taken)
    return was_taken(queue_.find(id));
  handed_over_.erase(id);
  queue_.refuse(queue_.find(id));
}

/// The cluster has the job that was on offer.
void Model::was_taken(WaitingJob& job) {
  const TaskId id = job.place->id;
  auto& handed_over = handed_over_.at(id);
  advance();
  clusters_.changed();
  if (const int cluster = job.decided->cluster; dags_ != nullptr && dags_->was_taken(id, cluster))
    queue_.forget_choices_if([&](const UpperJob& other) { // tasks of the DAG that a cluster had refused
      return other.choice->cluster != cluster && dags_->cluster_of(other.id) == cluster;
    });
  listeners_.notify(&Listener::handed_over, job.job, *job.decided, handed_over.date);
  if (clusters_may_fail_)
    handed_over.job = std::make_unique<Job>(job.job);
  if (coallocations_ && !early_.has_started && !early_.left)
    coallocations_->enter_queue(id, job.job, job.decided->cluster);
  queue_.remove(job);
  if (const auto left = std::exchange(early_.left, {}))
    tell_left(id, *left, early_.ended_well);
}

void Model::cluster_failed(int cluster, bool for_good) {
  advance();
  has_news_ = true;
  clusters_.fail(cluster);
  queue_.forget_choices_if([cluster](const UpperJob& job) { return job.choice->cluster == cluster; });
  std::vector<TaskId> had;
  for (const auto& [id, handed_over] : handed_over_)
    if (handed_over.cluster == cluster)
      had.push_back(id);
  for (const auto id : had)
    take_back(id, gateways_.take_back(id, cluster));
  if (!for_good)
    return;
  if (dags_ != nullptr)
    dags_->gone(cluster);
  nodes_lost(cluster, 0);
}

/// The job waits again at its place in the upper queue, unless it had left the cluster.
void Model::take_back(TaskId id, const LoggedState& logged) {
  if (logged.left)
    return tell_left(id, *logged.left, logged.ended_well);
  auto job = std::move(*handed_over_.extract(id).mapped().job);
  job.extensions.set(logged.earlier);
  listeners_.notify(&Listener::taken_back, id);
  queue_.put_back(std::move(job));
}

void Model::cluster_recovered(int cluster) {
  advance();
  clusters_.recover(cluster);
  has_news_ = true;
}

void Model::nodes_lost(int cluster, int nodes) {
  has_news_ = has_shrunk_ = true;
  clusters_.set_nodes(cluster, nodes);
  queue_.forget_choices_if([&](const UpperJob& job) {
    const bool is_on_offer = handed_over_.count(job.id) > 0;
    return !is_on_offer && job.choice->cluster == cluster && job.size > nodes;
  });
}

void Model::given_back(TaskId job, int cluster, int nodes) {
  advance();
  nodes_lost(cluster, nodes);
  if (!clusters_.has_failed(cluster))
    clusters_.open(cluster);
  if (!has(cluster, job))
    return; // the cluster has failed since, and the job was taken back
  if (queue_.has(job))
    early_.is_given_back = true;
  else
    take_back(job, gateways_.take_back(job, cluster));
}

/// The job was on offer to the cluster, which does not have it any more.
void Model::wait_again(WaitingJob& job, int cluster) {
  early_.is_given_back = false;
  const TaskId id = job.place->id;
  handed_over_.erase(id);
  WaitingJobs::forget_choice(job);
  if (const auto logged = gateways_.take_back(id, cluster); logged.earlier.restarts > 0)
    job.job.extensions.set(logged.earlier);
}

void Model::resume() {
  advance();
  has_news_ = true;
  clusters_.changed();
  std::vector<OfferedJob> offered;
  for (const auto& [id, handed_over] : handed_over_)
    offered.push_back({id, handed_over.cluster});
  const auto statuses = gateways_.statuses(offered);
  for (std::size_t place = 0; place < offered.size(); ++place)
    if (handed_over_.count(offered[place].job) >
        0) // else its cluster has reported meanwhile that it has left
      learn(offered[place].job, statuses[place]);
  for (int cluster = 0; cluster < clusters_.count(); ++cluster)
    if (const auto left = gateways_.nodes_left(cluster))
      nodes_lost(cluster, *left);
  // Answers of clusters, and the clusters that were selected, were not written down.
  queue_.forget_decisions();
  clusters_.open_all();
}

/// Takes what a cluster answers about a job that was offered to it.
void Model::learn(TaskId id, const JobStatus& status) {
  const bool has_no_answer = queue_.has(id); // else the cluster had answered that it takes the job
  const int cluster = handed_over_.at(id).cluster;
  const bool is_there = (status.was_taken || early_.left) && !early_.is_given_back;
  if (has_no_answer && !is_there)
    return wait_again(queue_.find(id), cluster);
  if (has_no_answer)
    was_taken(queue_.find(id));
  else if (!status.was_taken)
    take_back(id, gateways_.take_back(id, cluster));
  if (status.left && handed_over_.count(id) > 0)
    tell_left(id, *status.left, status.ended_well);
}

/// Of a job that no cluster can run alone. It waits until nodes or channels are free.
void Model::coallocate(WaitingJob& job) {
  auto& coallocator = coallocations_->coallocator();
  if (!coallocator.could_run(job.job))
    return reject(job);
  if (std::exchange(job.tried_in, clusters_.state()) == clusters_.state())
    return queue_.refuse(job);
  auto parts = coallocator.allocate(job.job, std::nullopt);
  if (!parts) {
    // Nothing runs that could leave the job more than it finds now, and it finds too little for good.
    const bool is_hopeless =
        handed_over_.empty() && coallocations_->idle() && !coallocator.would_ever_run(job.job);
    return is_hopeless ? reject(job) : queue_.refuse(job);
  }
  advance();
  const Seconds start = parts->start;
  begin(job.job, std::move(*parts), start, false);
  queue_.remove(job);
}

/// Of jobs that wait in the queues of clusters, in the order in which they were handed over.
void Model::coallocate_queued() {
  for (const TaskId id : coallocations_->queued())
    if (auto found = coallocations_->allocate_queued(id, clusters_.state())) {
      clusters_.open(found->cluster);
      const auto handed_over = handed_over_.extract(id);
      begin(found->job, std::move(found->parts), handed_over.mapped().date, true);
    }
}

void Model::begin(const Job& job, Coallocated parts, Seconds handed_over, bool was_handed_over) {
  clusters_.changed();
  const auto& running = coallocations_->begin(job, std::move(parts), handed_over);
  listeners_.notify(&Listener::coallocated, running.job, running.parts, was_handed_over);
}

void Model::ended(TaskId job, Seconds end) {
  has_news_ = true;
  clusters_.changed();
  const auto [of_job, parts, handed_over] = coallocations_->end(job, end);
  listeners_.notify(&Listener::coallocated_left, of_job, parts, handed_over, end);
  listeners_.notify(&Listener::completed, of_job.tasks.front().id);
}

} // namespace malha::multicluster
