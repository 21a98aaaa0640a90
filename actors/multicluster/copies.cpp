// SPDX-License-Identifier: MIT
#include "copies.hpp"

#include <stdexcept>

namespace malha::multicluster {

class Copies::Watch : public cluster::Listener {
public:
  Watch(Copies& copies, int cluster) : copies_(copies), cluster_(cluster) {}

  void started(const cluster::LiveJob& job, const cluster::Start&) override {
    copies_.leaves_queue(job.task.id, cluster_, job.start);
  }
  void dropped(const cluster::LiveJob& job, Seconds now) override {
    copies_.leaves_queue(job.task.id, cluster_, now);
  }
  void rejected(const Job& job, const Task& task) override {
    copies_.leaves_queue(task.id, cluster_, job.submitted);
  }

private:
  Copies& copies_;
  const int cluster_;
};

Copies::Copies(const std::vector<Gateway*>& gateways,
               std::function<void(const CopiesBeyondFirst&, Seconds)> changed)
    : gateways_(gateways), changed_(std::move(changed)) {
  for (std::size_t cluster = 0; cluster < gateways.size(); ++cluster)
    gateways[cluster]->watch_jobs(watches_.emplace_back(*this, static_cast<int>(cluster)));
}

Copies::~Copies() = default;

bool Copies::offer(const Job& job, int cluster, bool is_repeated, Seconds date) {
  const auto& task = job.tasks.front();
  // The cluster may reject the job while it takes it: the others must be known by then.
  auto& in = waiting_.try_emplace(task.id, Waiting{task.resources}).first->second.in;
  in.push_back(cluster);
  count(in.size() > 1, task.resources, date);
  if (gateways_[static_cast<std::size_t>(cluster)]->offer(job, std::nullopt, is_repeated, date))
    return true;
  count(-(in.size() > 1), task.resources, date);
  in.pop_back();
  if (in.empty())
    waiting_.erase(task.id);
  return false;
}

void Copies::count(int jobs, int size, Seconds date) {
  if (jobs == 0)
    return;
  beyond_first_.jobs += jobs;
  beyond_first_.nodes += jobs * size;
  changed_(beyond_first_, date);
}

/// Takes the job from the queues of all other clusters.
void Copies::leaves_queue(TaskId job, int cluster, Seconds date) {
  const auto found = waiting_.extract(job);
  if (found.empty())
    return;
  const auto& [size, in] = found.mapped();
  for (const int other : in)
    if (other != cluster && !gateways_[static_cast<std::size_t>(other)]->changing_parts().withdraw(job, date))
      throw std::logic_error("job " + std::to_string(job) + " has left the queues of two clusters");
  count(1 - static_cast<int>(in.size()), size, date);
}

} // namespace malha::multicluster
