// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

namespace malha {

/// The listeners of a model, in the order in which they were added.
template <class Listener>
class Listeners {
public:
  void add(Listener& listener) { listeners_.push_back(&listener); }

  /// Calls one function of every listener.
  template <class... Args, class... Given>
  void notify(void (Listener::*of)(Args...), Given&&... given) const {
    for (auto* listener : listeners_)
      (listener->*of)(given...);
  }

private:
  std::vector<Listener*> listeners_;
};

} // namespace malha
