// SPDX-License-Identifier: MIT
// A negotiation policy that breaks the rule its parameter names, once tasks of the second user are ready.
#include "policies/ownership/negotiation/negotiation_draft.hpp"

#include <stdexcept>

namespace malha::ownership {
namespace {

class MisbehavingNegotiation : public Negotiate {
public:
  explicit MisbehavingNegotiation(const Parameters& parameters) : does_(parameters.text("does")) {}

  std::vector<Start> negotiate(const PoolView& view) override {
    if (does_ == "throw")
      throw std::runtime_error("no idea who is next");
    if (view.users.at(1).ready.empty())
      return NegotiationDraft(view).give_free([](int, int) { return false; });
    const auto task = view.users[1].ready.begin()->first;
    if (does_ == "start_on_busy")
      return {{1, task, 0}};
    if (does_ == "start_twice")
      return {{1, task, 2}, {1, task + 1, 2}};
    if (does_ == "start_nowhere")
      return {{1, task, 3}};
    if (does_ == "start_for_another")
      return {{0, task, 2}};
    if (does_ == "start_for_nobody")
      return {{2, task, 2}};
    return {{1, task + 2, 2}};
  }

private:
  const std::string does_;
};

} // namespace

MALHA_POLICY(policy<MisbehavingNegotiation>("misbehaving/negotiation", "breaks a rule", "",
                                            {choice("does", {},
                                                    {"start_on_busy", "start_twice", "start_nowhere",
                                                     "start_for_another", "start_for_nobody", "start_unready",
                                                     "throw"},
                                                    "what it does")}))

} // namespace malha::ownership
