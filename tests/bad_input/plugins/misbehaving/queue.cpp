// SPDX-License-Identifier: MIT
// A queue policy that breaks the rule its parameter names.
#include "policies/cluster/queue.hpp"

#include <stdexcept>

namespace malha::cluster {
namespace {

class MisbehavingQueue : public Queue {
public:
  explicit MisbehavingQueue(const Parameters& parameters) : does_(parameters.text("does")) {
    if (does_ == "refuse")
      throw std::invalid_argument("it does not like its parameters");
    if (does_ == "throw_when_made")
      throw 42;
  }

  std::vector<std::size_t> start_now(const QueueView& view) override {
    if (does_ == "idle")
      return {};
    while (does_ == "hang")
      ++calls_;
    if (does_ == "throw")
      throw 42;
    std::vector<std::size_t> all;
    for (std::size_t position = 0; position < view.queue.size(); ++position)
      all.push_back(position);
    return all;
  }

private:
  std::string does_;
  volatile int calls_ = 0;
};

} // namespace

MALHA_POLICY(policy<MisbehavingQueue>(
    "misbehaving/queue", "breaks a rule", "",
    {choice("does", {}, {"hang", "idle", "start_all", "refuse", "throw", "throw_when_made"},
            "what it does")}))

} // namespace malha::cluster
