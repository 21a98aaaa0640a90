// SPDX-License-Identifier: MIT
#pragma once
#include "parameters.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace malha {

/// The order in which a policy takes what waits. Ties go by submission, then by id.
enum class Order {
  submit,
  shortest,
  longest,
  smallest,
  largest,
  lightest,
  wfp3,
  unicep,
  f1,
  f2,
  f3,
  f4,
  random
};

/// A word by which a user names an order.
struct OrderWord {
  const char* word;
  Order order;
  const char* meaning;
};

/// All words of the parameter `order`. A word means the same in every policy, and each policy takes some of
/// the words. An order has a second word where a policy speaks the language of its source.
inline constexpr OrderWord order_words[] = {
    {"submit", Order::submit, "earliest submission first"},
    {"fifo", Order::submit, "earliest submission first"},
    {"given", Order::submit, "tasks by submission, resources by number"},
    {"shortest", Order::shortest, "shortest walltime first"},
    {"walltime", Order::shortest, "shortest walltime first"},
    {"longest", Order::longest, "longest walltime first"},
    {"smallest", Order::smallest, "fewest nodes or CPUs first"},
    {"fewest_cpus", Order::smallest, "fewest nodes or CPUs first"},
    {"largest", Order::largest, "most nodes or CPUs first"},
    {"weight", Order::lightest, "least CPUs x walltime first"},
    {"wfp3", Order::wfp3, "largest (wait / walltime)^3 x size first"},
    {"unicep", Order::unicep, "largest wait / (log2 size x walltime) first"},
    {"f1", Order::f1, "least log10 walltime x size + 870 log10 submission first"},
    {"f2", Order::f2, "least sqrt walltime x size + 25600 log10 submission first"},
    {"f3", Order::f3, "least walltime x size + 6860000 log10 submission first"},
    {"f4", Order::f4, "least walltime x sqrt size + 530000 log10 submission first"},
    {"random", Order::random, "drawn, all as likely"},
};

/// The entry of a word. Throws std::invalid_argument for a word that is not in the table.
inline const OrderWord& order_word(const std::string& word) {
  const auto found = std::find_if(std::begin(order_words), std::end(order_words),
                                  [&](const OrderWord& known) { return known.word == word; });
  if (found == std::end(order_words))
    throw std::invalid_argument("'" + word + "' is the word for no order");
  return *found;
}

/// The parameter `order` of a policy that takes these words. The first word is the default. `of_what` names
/// what is put in order.
inline ParameterSpec order_parameter(const std::string& of_what, const std::vector<std::string>& words) {
  std::string meaning = "order of " + of_what;
  for (const auto& word : words)
    meaning += (word == words.front() ? ": " : "; ") + word + ": " + order_word(word).meaning;
  return choice("order", words.front(), words, meaning);
}

inline Order order_of(const Parameters& parameters) { return order_word(parameters.text("order")).order; }

} // namespace malha
