// SPDX-License-Identifier: MIT
#include "meta_model.hpp"

#include <algorithm>

namespace malha::multicluster {

void MetaModel::advance() {
  const Seconds now = gateways_.now();
  waited_ += (now - last_) * static_cast<double>(waiting_.size());
  last_ = now;
}

void MetaModel::submit(const Job& job) {
  advance();
  tell(&MetaListener::submitted, job);
  for (const auto& task : job.tasks) {
    Job one = job;
    one.tasks = {task};
    if (candidates_for(one, false).empty()) {
      tell(&MetaListener::rejected, one);
      continue;
    }
    const auto place = waiting_.insert(waiting_.end(), {task.id, task.submitted, task.resources});
    waiting_nodes_ += task.resources;
    jobs_.emplace(task.id, Waiting{std::move(one), place});
  }
}

void MetaModel::open(int cluster) {
  clusters_[static_cast<std::size_t>(cluster)].is_closed = false;
  ++state_;
}

void MetaModel::started(TaskId, int cluster) { open(cluster); }

void MetaModel::left(TaskId job, int cluster, Seconds start, Seconds end) {
  open(cluster);
  const auto gone = handed_over_.extract(job);
  tell(&MetaListener::left, job, gone.mapped(), start, end);
}

void MetaModel::pass() {
  while (hand_over_next()) {
  }
  for (const TaskId id : std::exchange(refused_, {}))
    find(id).place->was_refused = false;
}

MetaModel::Waiting& MetaModel::find(TaskId id) {
  const auto found = jobs_.find(id);
  if (found == jobs_.end())
    throw BrokenRule("it hands over job " + std::to_string(id) + ", which is not in the upper queue");
  return found->second;
}

/// Whether the pass goes on.
bool MetaModel::hand_over_next() {
  const auto next = queue_.next({gateways_.now(), waiting_, clusters_, state_});
  if (!next)
    return false;
  const auto& [job, place] = find(next->job);
  if (place->was_refused)
    throw BrokenRule("it hands over job " + std::to_string(next->job) + ", which was refused in this pass");
  if (next->as_remembered) {
    if (!place->choice)
      throw BrokenRule("it hands over job " + std::to_string(next->job) +
                       " as remembered, and no cluster was chosen for it");
    offer(next->job, place->choice->cluster, nullptr);
  } else if (const auto chosen = choose(job, *next)) {
    place->choice = RememberedChoice{chosen->cluster, state_};
    offer(next->job, chosen->cluster, chosen->prediction);
  } else {
    refuse(*place);
  }
  return true;
}

std::vector<Candidate> MetaModel::candidates_for(const Job& job, bool among_open_only) const {
  std::vector<Candidate> candidates;
  for (std::size_t cluster = 0; cluster < clusters_.size(); ++cluster)
    if (clusters_[cluster].nodes >= job.tasks.front().resources &&
        !(among_open_only && clusters_[cluster].is_closed))
      candidates.push_back({static_cast<int>(cluster), nullptr});
  return candidates;
}

/// The selection's choice; none where no cluster is left or the policy wants none.
std::optional<Candidate> MetaModel::choose(const Job& job, const NextJob& next) {
  auto candidates = candidates_for(job, next.among_open_only);
  if (candidates.empty())
    return std::nullopt;
  bool knows_states = false, knows_predictions = false;
  const auto ask = [&] {
    return selection_.select({gateways_.now(), job.tasks.front(), clusters_, candidates, knows_states});
  };
  auto selected = ask();
  if (selected.what == Selected::states) {
    gateways_.refresh(clusters_);
    knows_states = true;
    selected = ask();
  }
  if (selected.what == Selected::predictions) {
    predict(job, candidates);
    knows_predictions = true;
    selected = ask();
  }
  if ((selected.what == Selected::states && knows_states) ||
      (selected.what == Selected::predictions && knows_predictions))
    throw BrokenRule("it asks for what it was given");
  if (selected.what == Selected::none)
    return std::nullopt;
  if (selected.place >= candidates.size())
    throw BrokenRule("it selects candidate " + std::to_string(selected.place) + " of " +
                     std::to_string(candidates.size()));
  return candidates[selected.place];
}

void MetaModel::predict(const Job& job, std::vector<Candidate>& candidates) {
  std::vector<int> asked;
  for (const auto& one : candidates)
    asked.push_back(one.cluster);
  predictions_ = gateways_.predict(job, asked);
  for (std::size_t place = 0; place < candidates.size(); ++place)
    candidates[place].prediction = &predictions_[place];
}

void MetaModel::offer(TaskId id, int cluster, const Prediction* prediction) {
  handed_over_.emplace(id, gateways_.now()); // news of the job may overtake the answer
  const bool is_taken = gateways_.offer(find(id).job, cluster, prediction);
  auto& [job, place] = find(id);
  if (!is_taken) {
    handed_over_.erase(id);
    clusters_[static_cast<std::size_t>(cluster)].is_closed = true;
    return refuse(*place);
  }
  advance();
  ++state_;
  tell(&MetaListener::handed_over, job, cluster, prediction, gateways_.now());
  waiting_nodes_ -= place->size;
  waiting_.erase(place);
  jobs_.erase(id);
}

void MetaModel::refuse(UpperJob& job) {
  job.was_refused = true;
  refused_.push_back(job.id);
}

} // namespace malha::multicluster
