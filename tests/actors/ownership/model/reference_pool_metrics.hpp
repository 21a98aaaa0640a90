// SPDX-License-Identifier: MIT
#pragma once
#include "reference_pool.hpp"

/// The metrics are functions of the output. n is the number of machines; up or not, owned or not. The length
/// of a task is work / speed of the fastest machine.
namespace malha::testing::reference_pool {

/// %, by user: the mean of 100 * length / (end - submitted) over his tasks, in order of tasks; 100 for a task
/// that ends when it is submitted. A user without tasks has none.
std::vector<std::optional<double>> satisfactions(const Input& input, const Output& output);

/// %: the mean of the satisfactions that exist.
double mean_satisfaction(const Input& input, const Output& output);

/// Points: the sample standard deviation (n - 1) of the satisfactions that exist; 0 for a single one.
double satisfaction_deviation(const Input& input, const Output& output);

/// %·s. Of each user who submits while a task of somebody else runs: the sum of (min(share, demand) -
/// running)
/// * 100 / n over time, from this submission until he first runs min(share, demand) tasks. His share is the
/// machines that he owns, his demand the tasks that are submitted and have not ended. What he submits while
/// this is still being summed up begins no second sum.
double policy_violation(const Input& input, const Output& output);

/// %·s. The sum over the stops of (next start on this machine - stop) * 100 / n. The time in which an image
/// is saved is in it. A stop counts up to the crash of its machine if that comes first, and is left out if
/// nothing starts there and no crash comes.
double loss_of_capacity(const Input& input, const Output& output);

/// %·s. (All seconds of attempts, images included - those whose work was kept or ended a task) * 100 / n.
double policy_cost(const Input& input, const Output& output);

/// Machine-seconds, by user: the sum of min(share, demand) - running over time, where it is above 0.
std::vector<double> share_shortfalls(const Input& input, const Output& output);

/// Machines, by user. Each user gets min(share, demand). Then, one by one, the machines that are left go to
/// the user with unmet demand and the greatest share - machines so far. Ties: the lowest number. Users are in
/// the order of their first submissions. Together they get min(machines, sum of the demands).
std::vector<int> feasible_shares(const std::vector<int>& shares, const std::vector<int>& demands,
                                 int machines);

/// s: the date of the last end, from date 0 on.
double makespan(const Output& output);

} // namespace malha::testing::reference_pool
