// SPDX-License-Identifier: MIT
#include "model.hpp"

#include <algorithm>

namespace malha::multicluster {

void Model::advance() {
  const Seconds now = gateways_.now();
  waited_ += (now - last_) * static_cast<double>(waiting_.size());
  last_ = now;
}

void Model::submit(const Job& job) {
  advance();
  has_news_ = true;
  tell(&Listener::submitted, job);
  for (const auto& task : job.tasks) {
    Job one = job;
    one.tasks = {task};
    if (coallocator_ == nullptr && candidates_for(one, false).empty() && !could_run_where_gone(one)) {
      tell(&Listener::rejected, one);
      continue;
    }
    const auto place = waiting_.insert(waiting_.end(), {task.id, task.submitted, task.resources});
    waited_ += last_ - task.submitted; // it may have come while the clusters took their time for an answer
    waiting_nodes_ += task.resources;
    jobs_.emplace(task.id, Waiting{std::move(one), place});
  }
}

void Model::started(TaskId job, int cluster) {
  has_news_ = true;
  place_is_free(cluster);
  below_.erase(job);
  started_early_ = started_early_ || jobs_.count(job) > 0;
}

void Model::place_is_free(int cluster) {
  clusters_[static_cast<std::size_t>(cluster)].is_closed = false;
  ++state_;
}

void Model::left(TaskId job, int cluster, Seconds start, Seconds end) {
  has_news_ = true;
  const auto found = handed_over_.find(job);
  if (found == handed_over_.end() || found->second.cluster != cluster)
    return; // the cluster has gone since, and the job was taken back
  if (start == never)
    place_is_free(cluster);
  else
    ++state_;
  below_.erase(job);
  if (jobs_.count(job) > 0)
    left_early_ = {start, end};
  else
    tell_left(job, start, end);
}

void Model::tell_left(TaskId job, Seconds start, Seconds end) {
  const auto gone = handed_over_.extract(job);
  tell(&Listener::left, job, gone.mapped().date, start, end);
}

void Model::pass() {
  has_news_ = false;
  reject_what_is_too_large();
  while (hand_over_next()) {
  }
  if (rules_.refined)
    coallocate_from_below();
  for (const TaskId id : std::exchange(refused_, {}))
    find(id).place->was_refused = false;
}

Model::Waiting& Model::find(TaskId id) {
  const auto found = jobs_.find(id);
  if (found == jobs_.end())
    throw BrokenRule("it hands over job " + std::to_string(id) + ", which is not in the upper queue");
  return found->second;
}

/// Whether the pass goes on.
bool Model::hand_over_next() {
  const UpperQueueView view{gateways_.now(), waiting_, clusters_, state_};
  tell(&Listener::queue_is_asked, view, waiting_nodes_);
  const auto next = queue_.next(view);
  if (!next)
    return false;
  auto& waiting = find(next->job);
  if (waiting.place->was_refused)
    throw BrokenRule("it hands over job " + std::to_string(next->job) + ", which was refused in this pass");
  if (next->as_remembered) {
    if (!waiting.decided)
      throw BrokenRule("it hands over job " + std::to_string(next->job) +
                       " as remembered, and no cluster was chosen for it");
    offer(next->job);
    return true;
  }
  if (coallocator_ != nullptr && candidates_for(waiting.job, false).empty()) {
    coallocate(waiting);
    return true;
  }
  auto candidates = candidates_for(waiting.job, next->among_open_only);
  if (const auto decided = choose(waiting.job, candidates)) {
    waiting.decided = decided;
    waiting.place->choice = RememberedChoice{decided->cluster, state_};
    offer(next->job);
  } else if (can_run_nowhere(waiting.job, candidates)) {
    reject(waiting);
  } else {
    refuse(*waiting.place);
  }
  return true;
}

std::vector<Candidate> Model::candidates_for(const Job& job, bool among_open_only) const {
  std::vector<Candidate> candidates;
  for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster)
    if (could_run(job, cluster) && gone_.count(static_cast<int>(cluster)) == 0 &&
        !(among_open_only && clusters_[cluster].is_closed))
      candidates.push_back({static_cast<int>(cluster), nullptr});
  return candidates;
}

/// Whether the cluster alone has the nodes. Their memory counts where several clusters may run a job
/// together.
bool Model::could_run(const Job& job, std::size_t cluster) const {
  const int size = job.tasks.front().resources;
  return clusters_[cluster].nodes >= size &&
         (coallocator_ == nullptr || coallocator_->most_tasks(job, cluster) >= size);
}

/// The selection's choice; none where no cluster is left or the policy wants none.
std::optional<Decided> Model::choose(const Job& job, std::vector<Candidate>& candidates) {
  if (candidates.empty())
    return std::nullopt;
  const auto selected = select(job, candidates);
  if (selected.what == Selected::none)
    return std::nullopt;
  if (selected.place >= candidates.size())
    throw SelectionBroke("it selects candidate " + std::to_string(selected.place) + " of " +
                         std::to_string(candidates.size()));
  const auto& [cluster, estimate] = candidates[selected.place];
  return Decided{cluster, gateways_.now(), estimate != nullptr ? std::optional(*estimate) : std::nullopt};
}

/// Asks the policy, and the clusters for what it wants to know.
Selected Model::select(const Job& job, std::vector<Candidate>& candidates) {
  bool knows_states = false, knows_estimates = false;
  while (true) {
    const auto selected =
        selection_.select({gateways_.now(), job.tasks.front(), clusters_, candidates, knows_states});
    if (selected.what == Selected::states && !std::exchange(knows_states, true))
      gateways_.refresh(clusters_);
    else if (selected.what == Selected::estimates && !std::exchange(knows_estimates, true))
      estimate(job, candidates);
    else if (selected.what == Selected::states || selected.what == Selected::estimates)
      throw SelectionBroke("it asks for what it was given");
    else
      return selected;
  }
}

void Model::estimate(const Job& job, std::vector<Candidate>& candidates) {
  std::vector<int> asked;
  for (const auto& one : candidates)
    asked.push_back(one.cluster);
  estimates_ = gateways_.estimate(job, asked);
  for (std::size_t place = 0; place < candidates.size(); ++place)
    candidates[place].estimate = &estimates_[place];
}

/// Whether all clusters of sufficient size were asked, and none can run the job.
bool Model::can_run_nowhere(const Job& job, const std::vector<Candidate>& candidates) const {
  return !clusters_may_go_ && candidates.size() == candidates_for(job, false).size() &&
         std::all_of(candidates.begin(), candidates.end(), [](const Candidate& one) {
           return one.estimate != nullptr && !(one.estimate->turnaround_time() < never);
         });
}

void Model::reject(Waiting& waiting) {
  advance();
  tell(&Listener::rejected, waiting.job);
  leave_queue(waiting);
}

void Model::leave_queue(Waiting& waiting) {
  const TaskId id = waiting.place->id;
  waiting_nodes_ -= waiting.place->size;
  waiting_.erase(waiting.place);
  jobs_.erase(id);
}

void Model::offer(TaskId id) {
  const auto& offered = find(id);
  const int cluster = offered.decided->cluster;
  // News of the job may overtake the answer, and the meta-scheduler may go before it comes.
  handed_over_.emplace(id, HandedOver{gateways_.now(), cluster});
  started_early_ = false;
  const bool is_taken = gateways_.offer(offered.job, cluster, offered.decided->estimate,
                                        offered.refused_by.count(cluster) > 0) ||
                        left_early_; // the cluster took the job, and went before its answer came
  auto& waiting = find(id);
  if (given_back_early_) {
    wait_again(waiting, cluster);
    return refuse(*waiting.place);
  }
  if (!is_taken) {
    handed_over_.erase(id);
    clusters_[static_cast<std::size_t>(cluster)].is_closed = true;
    waiting.refused_by.insert(cluster);
    return refuse(*waiting.place);
  }
  was_taken(waiting);
}

/// The cluster has the job that was on offer.
void Model::was_taken(Waiting& waiting) {
  const TaskId id = waiting.place->id;
  auto& handed_over = handed_over_.at(id);
  advance();
  ++state_;
  tell(&Listener::handed_over, waiting.job, *waiting.decided, handed_over.date);
  if (clusters_may_go_)
    handed_over.job = std::make_unique<Job>(waiting.job);
  if (rules_.refined && !started_early_ && !left_early_) {
    below_.emplace(id, Below{waiting.job, waiting.decided->cluster});
    below_order_.push_back(id);
  }
  leave_queue(waiting);
  if (const auto left = std::exchange(left_early_, {}))
    tell_left(id, left->first, left->second);
}

void Model::refuse(UpperJob& job) {
  job.was_refused = true;
  refused_.push_back(job.id);
}

} // namespace malha::multicluster
