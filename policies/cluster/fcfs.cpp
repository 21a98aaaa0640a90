// SPDX-License-Identifier: MIT
// First come first served, no filling: jobs start in the order of the queue, and the first that does not fit
// holds back all behind it. Ties are the queue's: submission, then id.
#include "queue.hpp"

namespace malha::cluster {
namespace {

class Fcfs : public Queue {
public:
  std::vector<std::size_t> start_now(const QueueView& view) override {
    std::vector<std::size_t> started;
    int free = view.free_nodes;
    for (std::size_t next = 0; next < view.queue.size() && view.queue[next].resources <= free; ++next) {
      free -= view.queue[next].resources;
      started.push_back(next);
    }
    return started;
  }
};

} // namespace

MALHA_POLICY(policy<Fcfs>("cluster/fcfs",
                          "starts jobs in order of submission; the first that does not fit blocks the rest",
                          "textbook"))

} // namespace malha::cluster
